// A person as they are kept with what they wrote and pressed.
import { z } from "zod";
import { LANGUAGES } from "../language.ts";

export const PersonSchema = z.object({
  person: z.string(),
  role: z.enum(["customer", "staff", "admin"]),
  customerId: z.int().nullable(),
  name: z.string().nullable(),
  // Of somebody who wrote before the house spoke more than one.
  language: z.enum(LANGUAGES).default("en"),
});
