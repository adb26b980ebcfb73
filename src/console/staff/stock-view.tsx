// The stock: what there is of each item, and what runs short.
import { useEffect, useRef } from "react";
import type { ShopView } from "../api/answers.ts";
import { money } from "../money.ts";

/** From here down somebody should think of ordering. */
const shortFrom = 5;

export function StockView({ shop, itemId }: { shop: ShopView; itemId: string | null }) {
  const items = shop.inventory.map((row) => ({
    id: String(row.itemId),
    name: String(row.name),
    description: String(row.description ?? ""),
    price: row.price,
    stock: Number(row.quantityInStock),
  }));
  const most = Math.max(...items.map(({ stock }) => stock), 1);
  const short = items.filter(({ stock }) => stock <= shortFrom).length;
  const chosen = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (itemId !== null) chosen.current?.scrollIntoView({ block: "center" });
  }, [itemId]);

  return (
    <section className="desk" aria-label="Stock">
      <header className="sum-head">
        <h1>Stock</h1>
        {items.length > 0 && <p>{short === 0 ? "Nothing runs short" : `${short} of ${items.length} run short`}</p>}
      </header>
      {items.length === 0 && (
        <p className="empty">
          <b>The shelves are empty</b>Items appear with the shop's data.
        </p>
      )}
      {items.length > 0 && (
        <div className="sheet wide-table">
          <table className="rows stacked">
            <caption className="unseen">Items in stock</caption>
            <thead>
              <tr>
                <th scope="col">Item</th>
                <th scope="col" className="figure">
                  Price
                </th>
                <th scope="col" className="figure">
                  In stock
                </th>
                <th scope="col" className="level-column">
                  <span className="unseen">Level</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, name, description, price, stock }) => (
                <tr key={id} ref={id === itemId ? chosen : undefined} data-chosen={id === itemId}>
                  <th scope="row">
                    {name} <small>{id}</small>
                    <small className="description">{description}</small>
                  </th>
                  <td className="figure" data-label="Price">
                    {money(price)}
                  </td>
                  <td className="figure" data-label="In stock">
                    {stock}
                  </td>
                  <td className="level-column">
                    <span className="level" data-short={stock <= shortFrom} aria-hidden="true">
                      <span style={{ width: `${(stock / most) * 100}%` }} />
                    </span>
                    {stock === 0 && <span className="tag bad">sold out</span>}
                    {stock > 0 && stock <= shortFrom && <span className="tag wait">runs short</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
