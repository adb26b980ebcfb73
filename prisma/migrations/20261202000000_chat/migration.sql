-- Slack and Discord: whose account is whose, what was posted where, who has a conversation, how far the platforms were
-- listened to, and what people thought of answers.

ALTER TABLE messages
  ADD COLUMN not_read text[] NOT NULL DEFAULT '{}',
  ADD COLUMN answer_to text;
ALTER TABLE presses ADD COLUMN answer_to text;
ALTER TABLE outbox ADD COLUMN refused text;

-- While it names a ticket, people of the shop have the conversation and the assistant is silent.
ALTER TABLE conversations
  ADD COLUMN ticket_id integer,
  -- What was said before is a closed case.
  ADD COLUMN fresh_from timestamptz(3);
CREATE INDEX conversations_ticket_id_idx ON conversations (ticket_id) WHERE ticket_id IS NOT NULL;
CREATE INDEX tickets_run_id_idx ON tickets (run_id);

CREATE TABLE accounts (
  -- "slack:U123", "discord:123"
  handle text PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers (id),
  linked_by text NOT NULL,
  linked_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX accounts_customer_id_idx ON accounts (customer_id);

-- One open code a person; customer_id is null where the address is nobody's, so that both look the same.
CREATE TABLE link_codes (
  handle text PRIMARY KEY,
  customer_id integer REFERENCES customers (id),
  code_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Messages of ours that are changed later: progress, cards, the roots of threads.
CREATE TABLE posts (
  platform text NOT NULL,
  about text NOT NULL,
  place text NOT NULL,
  message_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (platform, about, message_id)
);
CREATE INDEX posts_created_at_idx ON posts (created_at);

CREATE TABLE listening (
  platform text PRIMARY KEY,
  seen_until timestamptz(3) NOT NULL
);

CREATE TABLE feedback (
  run_id text NOT NULL REFERENCES runs (id),
  person text NOT NULL,
  verdict text NOT NULL CONSTRAINT verdict_known CHECK (verdict IN ('up', 'down')),
  given_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, person)
);

-- How much one person wrote lately.
CREATE INDEX messages_author_idx ON messages ((author->>'person'), received_at);
