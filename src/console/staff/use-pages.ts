// A read of one page in; the rows so far, the newest ones always fresh, and a way to read on out.
import { useCallback, useEffect, useReducer, useState } from "react";
import { type ApiError, connectionError } from "../api/api-error.ts";
import { usePolled } from "../api/use-polled.ts";
import { noRows, type Page, withNewest, withOlder } from "./pages.ts";

interface Pages<Row> {
  rows: Row[];
  /** Nothing was read yet. */
  isOpening: boolean;
  problem: ApiError | null;
  /** null at the end of the list. */
  readOn: (() => void) | null;
  isReadingOn: boolean;
  refresh: () => void;
}

type Read<Row> = { kind: "newest"; page: Page<Row> } | { kind: "older"; page: Page<Row>; asked: number };

/** `read` and `keyOf` have to be stable. */
export function usePages<Row>(
  read: (from: number | null) => Promise<Page<Row>>,
  keyOf: (row: Row) => number,
  everyMs: number,
): Pages<Row> {
  const readNewest = useCallback(() => read(null), [read]);
  const { value, problem, refresh } = usePolled(readNewest, everyMs);
  const [olderProblem, setOlderProblem] = useState<ApiError | null>(null);
  const [isReadingOn, setIsReadingOn] = useState(false);
  const [known, dispatch] = useReducer(
    (known: Page<Row>, got: Read<Row>) =>
      got.kind === "newest" ? withNewest(known, got.page, keyOf) : withOlder(known, got.page, got.asked),
    noRows as Page<Row>,
  );

  useEffect(() => {
    if (value !== null) dispatch({ kind: "newest", page: value });
  }, [value]);

  const { next } = known;
  async function readOn(asked: number): Promise<void> {
    setIsReadingOn(true);
    setOlderProblem(null);
    try {
      dispatch({ kind: "older", page: await read(asked), asked });
    } catch (cause) {
      setOlderProblem(connectionError(cause));
    } finally {
      setIsReadingOn(false);
    }
  }

  return {
    rows: known.rows,
    isOpening: value === null,
    problem: olderProblem ?? problem,
    readOn: next === null ? null : () => void readOn(next),
    isReadingOn,
    refresh,
  };
}
