// Whom an operation is for: an id or a name in, the customer on file or a refusal out. A customer only ever acts for
// themselves; what the plan says about it cannot widen that.
import { MOST_INTEGER } from "./arguments.ts";
import { type CustomerOnFile, type OperationContext, OperationError } from "./operation.ts";

export interface Named {
  customerId?: number | undefined;
  customerName?: string | undefined;
}

/** null: nobody on file, a walk-in. */
export async function customerFor(context: OperationContext, named: Named): Promise<CustomerOnFile | null> {
  return context.requester.role === "customer" ? ownRecord(context, named) : namedByStaff(context, named);
}

async function ownRecord(context: OperationContext, named: Named): Promise<CustomerOnFile | null> {
  const { customerId: own, name } = context.requester;
  if (named.customerId !== undefined && named.customerId !== own) throw notForOthers();
  const record = own === null ? null : await recordOf(context, own);
  if (own !== null && record === null) {
    throw new OperationError("NOT_FOUND", "The requester's customer record is gone.", { customerId: own });
  }
  const ownNames = [name, record?.name].flatMap((known) => (known == null ? [] : [known.toLowerCase()]));
  if (named.customerName !== undefined && !ownNames.includes(named.customerName.toLowerCase())) throw notForOthers();
  return record;
}

/** The same words whether or not the other person exists. */
function notForOthers(): OperationError {
  return new OperationError("NOT_ALLOWED", "A customer can act for themselves only; leave the customer out.");
}

async function namedByStaff(
  context: OperationContext,
  { customerId, customerName }: Named,
): Promise<CustomerOnFile | null> {
  if (customerId !== undefined) {
    const record = await recordOf(context, customerId);
    if (record === null) {
      throw new OperationError("NOT_FOUND", `There is no customer ${customerId}; look in db.customers first.`, {
        customerId,
      });
    }
    if (customerName !== undefined && record.name.toLowerCase() !== customerName.toLowerCase()) {
      throw new OperationError("INVALID_ARGUMENT", `Customer ${customerId} is ${record.name}, not ${customerName}.`);
    }
    return record;
  }
  return customerName === undefined ? null : byName(context, customerName);
}

async function byName(context: OperationContext, customerName: string): Promise<CustomerOnFile> {
  const rows = await context.tx.$queryRaw<(CustomerOnFile & { email: string })[]>`
    SELECT id, name, email FROM customers WHERE lower(name) = lower(${customerName}) ORDER BY id LIMIT 6`;
  const [first] = rows;
  if (first === undefined) {
    throw new OperationError("NOT_FOUND", `There is no customer ${customerName}; look in db.customers first.`, {
      customerName,
    });
  }
  if (rows.length > 1) {
    throw new OperationError(
      "AMBIGUOUS",
      `Several customers are called ${customerName}; tell which one by customerId or orderId.`,
      {
        candidates: rows.map(({ id, name, email }) => ({ id, name, email })),
      },
    );
  }
  return { id: first.id, name: first.name };
}

async function recordOf(context: OperationContext, id: number): Promise<CustomerOnFile | null> {
  const open = context.openOrders.get(id);
  if (open !== undefined) return open.customer;
  // Beyond what the column holds there can be nobody.
  if (id > MOST_INTEGER) return null;
  return context.tx.customer.findUnique({ where: { id }, select: { id: true, name: true } });
}
