// Whether the page is light or dark, out; it follows the system's setting.
import { useSyncExternalStore } from "react";

const dark = () => matchMedia("(prefers-color-scheme: dark)");

export function useIsDark(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = dark();
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => dark().matches,
  );
}
