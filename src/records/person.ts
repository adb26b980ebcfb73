// A person as they are kept with what they wrote and pressed.
import { z } from "zod";

export const PersonSchema = z.object({
  person: z.string(),
  role: z.enum(["customer", "staff", "admin"]),
  customerId: z.int().nullable(),
  name: z.string().nullable(),
});
