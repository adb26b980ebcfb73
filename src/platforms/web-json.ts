// A statement in, its rows as one column of JSON out: so that all that a call shows is read at one moment.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";

/** `rows` has to be ordered and limited. */
export function jsonRows(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(json_agg(rows), '[]') FROM (${rows}) rows)`;
}

/** Postgres writes a moment with its offset. */
export const Moment = z.string().transform((moment) => new Date(moment).toISOString());
