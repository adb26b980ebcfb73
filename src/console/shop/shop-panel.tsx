// The shop as it stands: the till, the inventory and the newest transactions; what just moved is marked.
import type { Row } from "../../operations/operation.ts";
import type { ShopView } from "../api/answers.ts";
import { momentWords } from "../clock-words.ts";
import { money } from "../money.ts";
import { useMoves } from "./use-moves.ts";

export function ShopPanel({ shop }: { shop: ShopView }) {
  const moves = useMoves({
    balance: Number(shop.balance),
    ...Object.fromEntries(shop.inventory.map((row) => [row.itemId, Number(row.quantityInStock)])),
  });
  return (
    <section className="shop panel" aria-labelledby="shop-title">
      <div className="till" data-moved={moves.balance !== undefined}>
        <h2 id="shop-title">The shop now</h2>
        <p>
          <span>Till</span> <output data-testid="balance">{money(shop.balance)}</output>
        </p>
      </div>
      <table className="inventory">
        <caption className="unseen">Inventory</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
            <th scope="col" colSpan={2}>
              In stock
            </th>
          </tr>
        </thead>
        <tbody>
          {shop.inventory.map((row) => (
            <ItemRow key={String(row.itemId)} row={row} move={moves[String(row.itemId)]} />
          ))}
        </tbody>
      </table>
      <h3>Newest transactions</h3>
      <ol className="ledger">
        {shop.transactions.map((row) => (
          <TransactionRow key={String(row.transactionId)} row={row} />
        ))}
      </ol>
    </section>
  );
}

function ItemRow({ row, move }: { row: Row; move: number | undefined }) {
  return (
    <tr data-moved={move !== undefined}>
      <th scope="row" title={String(row.description ?? "")}>
        {String(row.name)} <small>{String(row.itemId)}</small>
      </th>
      <td>{money(row.price)}</td>
      <td className="move">{move !== undefined && (move > 0 ? `+${move}` : `−${-move}`)}</td>
      <td data-testid={`stock-${row.itemId}`}>{String(row.quantityInStock)}</td>
    </tr>
  );
}

function TransactionRow({ row }: { row: Row }) {
  return (
    <li>
      <span className="summary">{String(row.summary)}</span>
      <span className="figure">{money(row.amount)}</span>
      <small>
        {String(row.transactionId)}, {momentWords(String(row.createdAt), new Date())}
      </small>
      <small className="figure">till {money(row.balanceAfter)}</small>
    </li>
  );
}
