-- The service's own records: what was asked, what was planned, who decided, what went out.

CREATE TABLE conversations (
  id text PRIMARY KEY,
  platform text NOT NULL,
  place text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (platform, place)
);

CREATE TABLE requests (
  id text PRIMARY KEY,
  conversation_id text NOT NULL REFERENCES conversations (id),
  requester jsonb NOT NULL,
  text text NOT NULL,
  stage text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  position serial NOT NULL
);
CREATE INDEX requests_conversation_id_position_idx ON requests (conversation_id, position);

CREATE TABLE messages (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  conversation_id text NOT NULL REFERENCES conversations (id),
  request_id text REFERENCES requests (id),
  author jsonb NOT NULL,
  text text NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  position serial NOT NULL
);
CREATE INDEX messages_conversation_id_request_id_idx ON messages (conversation_id, request_id);

CREATE TABLE runs (
  id text PRIMARY KEY,
  request_id text NOT NULL REFERENCES requests (id),
  status text NOT NULL,
  action text NOT NULL CONSTRAINT run_action_known CHECK (action IN ('read', 'mutate')),
  answer_text text NOT NULL,
  code text,
  log text[] NOT NULL,
  error jsonb,
  extras jsonb NOT NULL,
  model text NOT NULL,
  parameters jsonb NOT NULL,
  prompt_version text NOT NULL,
  changeset jsonb NOT NULL,
  stages jsonb NOT NULL,
  task jsonb NOT NULL,
  usage jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX runs_request_id_idx ON runs (request_id);

CREATE TABLE attempts (
  run_id text NOT NULL REFERENCES runs (id),
  number integer NOT NULL,
  reply text NOT NULL,
  code text,
  host_calls jsonb NOT NULL,
  log text[] NOT NULL,
  changeset jsonb,
  failure jsonb,
  usage jsonb NOT NULL,
  timings jsonb NOT NULL,
  PRIMARY KEY (run_id, number)
);

CREATE TABLE approvals (
  id text PRIMARY KEY,
  run_id text NOT NULL REFERENCES runs (id),
  conversation_id text NOT NULL REFERENCES conversations (id),
  state text NOT NULL CONSTRAINT approval_state_known
    CHECK (state IN ('pending', 'committed', 'stale', 'expired', 'cancelled', 'rejected', 'replaced')),
  needs text[] NOT NULL,
  decisions jsonb NOT NULL,
  changeset jsonb NOT NULL,
  committed jsonb,
  stale_reason text,
  replaced_by_id text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  CONSTRAINT committed_needs_nobody CHECK (state <> 'committed' OR (needs = '{}' AND committed IS NOT NULL))
);
CREATE INDEX approvals_conversation_id_state_idx ON approvals (conversation_id, state);
CREATE INDEX approvals_run_id_idx ON approvals (run_id);
-- One run becomes real at most once, whatever cards were drawn for it.
CREATE UNIQUE INDEX approvals_one_commit_per_run ON approvals (run_id) WHERE state = 'committed';

CREATE FUNCTION approvals_used_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state = 'committed' THEN
      RAISE EXCEPTION 'approval % was used and is kept', OLD.id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'approvals_used_once';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.state <> 'pending' AND (NEW.state <> OLD.state OR NEW.changeset <> OLD.changeset
      OR NEW.committed IS DISTINCT FROM OLD.committed OR NEW.decisions <> OLD.decisions) THEN
    RAISE EXCEPTION 'approval % is % and cannot be used again', OLD.id, OLD.state
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'approvals_used_once';
  END IF;
  IF NEW.changeset <> OLD.changeset OR NEW.run_id <> OLD.run_id THEN
    RAISE EXCEPTION 'what approval % stands for cannot change', OLD.id
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'approvals_fixed_changeset';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_keep_once BEFORE UPDATE OR DELETE ON approvals
  FOR EACH ROW EXECUTE FUNCTION approvals_used_once();

CREATE TABLE presses (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  approval_id text NOT NULL REFERENCES approvals (id),
  conversation_id text NOT NULL REFERENCES conversations (id),
  person jsonb NOT NULL,
  decision text NOT NULL CONSTRAINT decision_known CHECK (decision IN ('confirm', 'cancel', 'approve', 'reject')),
  reason text,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  position serial NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  outcome text
);
CREATE INDEX presses_conversation_id_outcome_idx ON presses (conversation_id, outcome);

CREATE TABLE outbox (
  id text PRIMARY KEY,
  conversation_id text NOT NULL REFERENCES conversations (id),
  reply jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  position serial NOT NULL,
  sent_at timestamptz(3),
  platform_message_id text,
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX outbox_conversation_id_position_idx ON outbox (conversation_id, position);
