// A stored or sent table in, the same with its type out.
import { z } from "zod";

export const TableSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});
