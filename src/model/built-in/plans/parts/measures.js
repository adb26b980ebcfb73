/** What each measure is called, the columns of its rows (the first one counts), and which rows of the ledger it is of. */
export function measureNamed(name) {
  return {
    revenue: {
      title: "Revenue",
      note: "less returns and cancellations",
      isMoney: true,
      kinds: ["sale", "return", "cancellation"],
      columns: ({ amount, quantity }) => ({
        revenue: amount("sale") + amount("return") + amount("cancellation"),
        units: quantity("sale") - quantity("return") - quantity("cancellation"),
        sales: amount("sale"),
        cancelled: -amount("cancellation"),
        returned: -amount("return"),
      }),
    },
    net: {
      title: "Net revenue",
      note: "sales less returns, cancellations and refunds",
      isMoney: true,
      kinds: ["sale", "return", "cancellation", "refund"],
      columns: ({ amount }) => ({
        net: amount("sale") + amount("return") + amount("cancellation") + amount("refund"),
        sales: amount("sale"),
        cancelled: -amount("cancellation"),
        returned: -amount("return"),
        refunded: -amount("refund"),
      }),
    },
    units: {
      title: "Units sold",
      note: "less returns",
      isMoney: false,
      kinds: ["sale", "return", "cancellation"],
      columns: ({ quantity }) => ({
        units: quantity("sale") - quantity("return") - quantity("cancellation"),
        sold: quantity("sale"),
        cancelled: quantity("cancellation"),
        returned: quantity("return"),
      }),
    },
    returns: {
      title: "Units returned",
      note: "",
      isMoney: false,
      kinds: ["return"],
      columns: ({ quantity, amount }) => ({ returned: quantity("return"), paid_back: -amount("return") }),
    },
    "returns-and-sales": {
      title: "Returns and sales",
      note: "in units, without cancelled sales",
      isMoney: false,
      kinds: ["sale", "return", "cancellation"],
      columns: ({ quantity }) => {
        const sold = quantity("sale") - quantity("cancellation");
        const returned = quantity("return");
        const share = sold > 0 ? Math.round((returned / sold) * 1000) / 10 : null;
        return { sold, returned, return_rate_percent: share };
      },
    },
    refunds: {
      title: "Refunds",
      note: "of whole orders",
      isMoney: true,
      kinds: ["refund"],
      columns: ({ amount, rows }) => ({ refunded: -amount("refund"), orders: rows("refund") }),
    },
    restocks: {
      title: "Units restocked",
      note: "",
      isMoney: false,
      kinds: ["restock"],
      columns: ({ quantity, amount }) => ({ units: quantity("restock"), cost: -amount("restock") }),
    },
    orders: { title: "Orders", note: "", isMoney: false },
    "average-order": { title: "Average order", note: "without cancelled and refunded ones", isMoney: true },
    tickets: { title: "Tickets", note: "", isMoney: false },
  }[name];
}
