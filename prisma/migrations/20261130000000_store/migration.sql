-- The shop's tables. What must never be wrong is refused here, whoever asks.

CREATE TABLE inventory (
  item_id text PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  quantity_in_stock integer NOT NULL CONSTRAINT stock_not_negative CHECK (quantity_in_stock >= 0),
  price numeric(12, 2) NOT NULL CONSTRAINT price_not_negative CHECK (price >= 0)
);

-- Whole words, singular and plural alike: "round" does not find "wraparound".
CREATE INDEX inventory_words ON inventory USING gin (to_tsvector('english', name || ' ' || description));

CREATE TABLE customers (
  id integer PRIMARY KEY,
  email text NOT NULL UNIQUE,
  name text NOT NULL
);

CREATE TABLE orders (
  id integer PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers (id),
  status text NOT NULL CONSTRAINT order_status_known
    CHECK (status IN ('pending', 'shipped', 'delivered', 'cancelled', 'refunded')),
  total_amount numeric(12, 2) NOT NULL CONSTRAINT total_not_negative CHECK (total_amount >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX orders_customer_id_created_at_idx ON orders (customer_id, created_at);

CREATE TABLE order_lines (
  order_id integer NOT NULL REFERENCES orders (id),
  position integer NOT NULL,
  item_id text NOT NULL REFERENCES inventory (item_id),
  quantity integer NOT NULL CONSTRAINT line_quantity_positive CHECK (quantity > 0),
  unit_price numeric(12, 2) NOT NULL CONSTRAINT line_price_not_negative CHECK (unit_price >= 0),
  PRIMARY KEY (order_id, position)
);

CREATE TABLE tickets (
  id integer PRIMARY KEY,
  customer_id integer REFERENCES customers (id),
  order_id integer REFERENCES orders (id),
  run_id text,
  status text NOT NULL CONSTRAINT ticket_status_known CHECK (status IN ('open', 'closed')),
  issue text NOT NULL,
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  closed_at timestamptz(3)
);
CREATE INDEX tickets_customer_id_idx ON tickets (customer_id);

CREATE TABLE transactions (
  transaction_id text PRIMARY KEY,
  position integer NOT NULL UNIQUE,
  kind text NOT NULL CONSTRAINT transaction_kind_known
    CHECK (kind IN ('opening', 'sale', 'return', 'refund', 'cancellation', 'restock', 'adjustment')),
  item_id text REFERENCES inventory (item_id),
  order_id integer REFERENCES orders (id),
  quantity integer,
  amount numeric(12, 2) NOT NULL,
  balance_after numeric(12, 2) NOT NULL,
  summary text NOT NULL,
  run_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX transactions_order_id_idx ON transactions (order_id);
CREATE INDEX transactions_item_id_idx ON transactions (item_id);

CREATE FUNCTION transactions_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transactions are append-only: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'transactions_append_only';
END $$;
CREATE TRIGGER transactions_no_change BEFORE UPDATE OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION transactions_append_only();
CREATE TRIGGER transactions_no_truncate BEFORE TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION transactions_append_only();

CREATE FUNCTION transactions_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_position integer := 0;
  last_balance numeric(12, 2) := 0;
BEGIN
  SELECT position, balance_after INTO last_position, last_balance
    FROM transactions ORDER BY position DESC LIMIT 1;
  IF NEW.position <> coalesce(last_position, 0) + 1
     OR NEW.balance_after <> coalesce(last_balance, 0) + NEW.amount THEN
    RAISE EXCEPTION 'transaction % breaks the balance chain', NEW.transaction_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_chain';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transactions_keep_chain BEFORE INSERT ON transactions
  FOR EACH ROW EXECUTE FUNCTION transactions_chain();
