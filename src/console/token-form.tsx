// Asks once for the shop's token; it is kept for this tab only.
import { useState } from "react";

interface TokenFormProps {
  /** A token was given and the server did not take it. */
  isRefused: boolean;
  onToken: (token: string) => void;
}

export function TokenForm({ isRefused, onToken }: TokenFormProps) {
  const [token, setToken] = useState("");
  return (
    <main className="token-page">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== "") onToken(token.trim());
        }}
      >
        <h1>Tillhand</h1>
        <label htmlFor="token">The token of this shop (CONSOLE_TOKEN)</label>
        <input
          id="token"
          type="password"
          autoComplete="off"
          required
          value={token}
          data-testid="token"
          aria-describedby="token-note"
          onChange={(event) => setToken(event.target.value)}
        />
        {isRefused && (
          <p className="problem" role="alert">
            The shop did not take this token.
          </p>
        )}
        <p id="token-note">Kept in this tab only, until you close it.</p>
        <button type="submit" className="main">
          Open the shop
        </button>
      </form>
    </main>
  );
}
