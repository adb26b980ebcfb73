// What a build made in, one HTML file that holds all of it out.
import type { Plugin } from "vite";

export function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle: (_options, bundle) => {
      const page = Object.values(bundle).find(({ fileName }) => fileName.endsWith(".html"));
      if (page?.type !== "asset") throw new Error("The build has no page.");
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        if (part.type === "chunk") html = inPlaceOf(html, /<script type="module"[^>]*><\/script>/, script(part.code));
        else html = inPlaceOf(html, /<link rel="stylesheet"[^>]*>/, `<style>${String(part.source)}</style>`);
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

/** A tag in its code would end it early. */
const script = (code: string): string => `<script type="module">${code.replaceAll(/<\/(script)/gi, "<\\/$1")}</script>`;

function inPlaceOf(html: string, tag: RegExp, text: string): string {
  if (!tag.test(html)) throw new Error(`The page has no ${tag.source}.`);
  return html.replace(tag, () => text);
}
