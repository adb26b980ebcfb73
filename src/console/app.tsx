// The page: asks for a token where the shop wants one, reads the shop, then opens the counter.
import { useMemo, useState } from "react";
import { createClient } from "./api/client.ts";
import { forgetToken, keepToken, readToken } from "./api/token.ts";
import { usePolled } from "./api/use-polled.ts";
import { Counter } from "./counter.tsx";
import { TokenForm } from "./token-form.tsx";

const shopMs = 4_000;

export function App() {
  const [token, setToken] = useState(readToken);
  const client = useMemo(() => createClient(token), [token]);
  const { value: shop, problem, refresh } = usePolled(client.readShop, shopMs);

  if (problem?.code === "UNAUTHORIZED") {
    return (
      <TokenForm
        isRefused={token !== null}
        onToken={(given) => {
          keepToken(given);
          setToken(given);
        }}
      />
    );
  }
  if (shop === null) {
    return (
      <main className="opening">
        {problem === null ? (
          <p role="status">Opening the shop…</p>
        ) : (
          <>
            <p className="problem" role="alert">
              {problem.message}
            </p>
            <button type="button" className="quiet" onClick={refresh}>
              Try again
            </button>
          </>
        )}
      </main>
    );
  }
  return (
    <Counter
      client={client}
      shop={shop}
      problem={problem}
      onShopMoved={refresh}
      onLeave={
        token === null
          ? null
          : () => {
              forgetToken();
              setToken(null);
            }
      }
    />
  );
}
