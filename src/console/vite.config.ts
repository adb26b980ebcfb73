// The web page's sources in, static files in dist/console out. `vite --config` with this file serves it for development.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL("../../dist/console", import.meta.url)),
    emptyOutDir: true,
    // No data: addresses, so that the page runs under a content policy of 'self' alone.
    assetsInlineLimit: 0,
    // The libraries that draw charts, which the page loads when there is one.
    chunkSizeWarningLimit: 1_200,
  },
  server: { host: "127.0.0.1", proxy: { "/api": "http://127.0.0.1:3000", "/health": "http://127.0.0.1:3000" } },
});
