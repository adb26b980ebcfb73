-- The till: whoever changes the shop opens it first and has it until their transaction ends. So new numbers, the
-- balance chain and stock have one writer at a time, and two writers can never wait for each other.
-- A function, because its second statement must look after the lock was given: one plain SELECT would look before.
CREATE FUNCTION open_till(
  OUT last_position integer, OUT balance numeric, OUT last_order_id integer, OUT last_ticket_id integer
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7455, 1);
  SELECT t.position, t.balance_after INTO last_position, balance
    FROM transactions t ORDER BY t.position DESC LIMIT 1;
  last_position := coalesce(last_position, 0);
  balance := coalesce(balance, 0);
  SELECT coalesce(max(id), 1000) INTO last_order_id FROM orders;
  SELECT coalesce(max(id), 0) INTO last_ticket_id FROM tickets;
END $$;
