-- Several processes and many rows: what a message may be merged with, when a request may be worked again, what was spent
-- today, what admins must hear, where a trace goes on; and an index for everything that is looked for.

ALTER TABLE messages ADD COLUMN stands_alone boolean NOT NULL DEFAULT false, ADD COLUMN trace text;
ALTER TABLE presses ADD COLUMN trace text;
ALTER TABLE outbox ADD COLUMN trace text, ADD COLUMN tried_at timestamptz(3);
ALTER TABLE requests
  ADD COLUMN not_before timestamptz(3),
  ADD COLUMN drafts integer NOT NULL DEFAULT 0;

-- One row a day and person, so that nobody waits for anybody to count.
CREATE TABLE spending (
  day date NOT NULL,
  person text NOT NULL,
  tokens bigint NOT NULL,
  usd numeric(14, 6) NOT NULL,
  PRIMARY KEY (day, person)
);

CREATE TABLE notices (
  id text PRIMARY KEY,
  day date NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (day, kind, subject)
);

-- What waits is little, however much is kept.
CREATE INDEX messages_waiting_idx ON messages (conversation_id, position) WHERE request_id IS NULL;
CREATE INDEX messages_request_id_idx ON messages (request_id);
CREATE INDEX messages_talk_idx ON messages (conversation_id, received_at);
CREATE INDEX requests_open_idx ON requests (conversation_id) WHERE stage = 'received';
CREATE INDEX requests_created_at_idx ON requests (created_at);
CREATE INDEX runs_created_at_idx ON runs (created_at);
CREATE INDEX presses_waiting_idx ON presses (conversation_id, position) WHERE outcome IS NULL;
CREATE INDEX presses_approval_id_idx ON presses (approval_id);
CREATE INDEX approvals_open_idx ON approvals (expires_at) WHERE state = 'pending';
CREATE INDEX outbox_unsent_idx ON outbox (conversation_id, position) WHERE sent_at IS NULL;
CREATE INDEX outbox_talk_idx ON outbox (conversation_id, created_at);
CREATE INDEX requests_to_forget ON requests (created_at) WHERE requester->>'person' <> '(deleted)';
CREATE INDEX outbox_to_forget ON outbox (created_at) WHERE sent_at IS NOT NULL AND reply->>'text' <> '(deleted)';
DROP INDEX messages_conversation_id_request_id_idx;
DROP INDEX presses_conversation_id_outcome_idx;

-- What plans sort and filter by.
CREATE INDEX inventory_price_idx ON inventory (price, item_id);
CREATE INDEX inventory_quantity_in_stock_idx ON inventory (quantity_in_stock, item_id);
CREATE INDEX inventory_name_idx ON inventory (name, item_id);
CREATE INDEX customers_name_idx ON customers (name, id);
CREATE INDEX orders_created_at_idx ON orders (created_at, id);
CREATE INDEX orders_status_created_at_idx ON orders (status, created_at);
CREATE INDEX order_lines_item_id_idx ON order_lines (item_id);
CREATE INDEX tickets_status_created_at_idx ON tickets (status, created_at);
CREATE INDEX tickets_order_id_idx ON tickets (order_id);
CREATE INDEX transactions_created_at_idx ON transactions (created_at, position);
CREATE INDEX transactions_kind_created_at_idx ON transactions (kind, created_at);
