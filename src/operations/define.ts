// An operation as its file describes it in, the `Operation` that the catalog lists out.
import type { z } from "zod";
import type { Prisma } from "../database/generated/client.ts";
import { parseArguments } from "./arguments.ts";
import { plainNumber } from "./money.ts";
import type { Done, Operation, OperationContext, Result, Terms } from "./operation.ts";

interface Definition<Input> extends Omit<Operation, "input" | "apply"> {
  input: z.ZodType<Input>;
  apply(context: OperationContext, input: Input): Promise<Result>;
}

export function defineOperation<Input>(definition: Definition<Input>): Operation {
  return defineInSteps({ ...definition, lookUp: async () => null });
}

interface StepwiseDefinition<Input, Found> extends Omit<Operation, "input" | "apply"> {
  input: z.ZodType<Input>;
  /** Reads what no other changeset can change meanwhile: others may have the till until then. */
  lookUp(context: OperationContext, input: Input): Promise<Found>;
  apply(context: OperationContext, input: Input, found: Found): Promise<Result>;
}

/** The till is opened between the two steps, unless nothing is written. */
export function defineInSteps<Input, Found>(definition: StepwiseDefinition<Input, Found>): Operation {
  const { lookUp, ...operation } = definition;
  return {
    ...operation,
    async apply(context, args) {
      const input = parseArguments(definition.name, definition.input, args);
      const found = await lookUp(context, input);
      if (definition.approval !== "none") await context.till();
      return definition.apply(context, input, found);
    },
  };
}

/** Terms with what most operations leave out. */
export function termsOf(given: Pick<Terms, "operation" | "subject"> & Partial<Terms>): Terms {
  return {
    customer: null,
    orderId: null,
    quantity: null,
    unitPrice: null,
    amount: "0.00",
    before: null,
    after: null,
    names: {},
    ...given,
  };
}

/** `moved` is the whole amount as the till sees it. */
export async function done(
  context: OperationContext,
  moved: Prisma.Decimal,
  more: Partial<Pick<Done, "stockAfter" | "orderId" | "ticketId">>,
): Promise<Done> {
  const { balance } = await context.till();
  return {
    amount: plainNumber(moved),
    total: plainNumber(moved.abs()),
    balanceAfter: context.requester.role === "customer" ? null : plainNumber(balance),
    // Results are strict for a plan: a field that may be asked for is always there.
    stockAfter: null,
    orderId: null,
    ticketId: null,
    ...more,
  };
}
