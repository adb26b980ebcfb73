// The report page's sources in, one HTML file without its reports in dist/evaluation out.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { oneFile } from "./one-file.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  publicDir: false,
  plugins: [react(), oneFile()],
  build: {
    outDir: fileURLToPath(new URL("../../../dist/evaluation", import.meta.url)),
    emptyOutDir: true,
    modulePreload: false,
  },
});
