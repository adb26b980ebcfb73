-- After the sale: rows of the ledger that correct or take back earlier ones, and runs that were undone.

ALTER TABLE transactions
  DROP CONSTRAINT transaction_kind_known,
  ADD CONSTRAINT transaction_kind_known
    CHECK (kind IN ('opening', 'sale', 'return', 'refund', 'cancellation', 'restock', 'adjustment', 'correction')),
  ADD COLUMN refers_to text REFERENCES transactions (transaction_id),
  ADD CONSTRAINT correction_names_its_row CHECK (kind <> 'correction' OR refers_to IS NOT NULL);
CREATE INDEX transactions_refers_to_idx ON transactions (refers_to) WHERE refers_to IS NOT NULL;
-- A row may be corrected often, but is taken back once.
CREATE UNIQUE INDEX transactions_taken_back_once ON transactions (refers_to) WHERE kind <> 'correction';

ALTER TABLE runs ADD COLUMN undone_by_id text;
CREATE INDEX approvals_committed_idx ON approvals (decided_at) WHERE state = 'committed';
