// A stored file in; the object that messages and methods carry for it out.
import type { Fields } from "./fields.ts";
import type { StoredFile, Workspace } from "./workspace.ts";

const KINDS: { [ending: string]: [filetype: string, pretty: string, mimetype: string] } = {
  png: ["png", "PNG", "image/png"],
  jpg: ["jpg", "JPEG", "image/jpeg"],
  csv: ["csv", "CSV", "text/csv"],
  json: ["json", "JSON", "application/json"],
  txt: ["text", "Plain Text", "text/plain"],
  md: ["markdown", "Markdown", "text/markdown"],
  pdf: ["pdf", "PDF", "application/pdf"],
  svg: ["svg", "SVG", "image/svg+xml"],
};

const kindOf = (name: string) =>
  KINDS[name.split(".").at(-1) ?? ""] ?? (["binary", "Binary", "application/octet-stream"] as const);

export function mimetypeOf(name: string): string {
  return kindOf(name)[2];
}

export function fileJson({ team, origin }: Workspace, file: StoredFile): Fields {
  const [filetype, prettyType] = kindOf(file.name);
  const place = `${origin}/files-pri/${team.id}-${file.id}`;
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype,
    pretty_type: prettyType,
    user: file.userId,
    user_team: team.id,
    editable: false,
    size: file.bytes?.length ?? file.length,
    mode: "hosted",
    is_external: false,
    external_type: "",
    is_public: true,
    public_url_shared: false,
    display_as_bot: false,
    username: "",
    ...(file.altText === null ? {} : { alt_txt: file.altText }),
    url_private: `${place}/${file.name}`,
    url_private_download: `${place}/download/${file.name}`,
    media_display_type: "unknown",
    permalink: `https://${team.domain}.slack.com/files/${file.userId}/${file.id}/${file.name}`,
    permalink_public: `https://slack-files.com/${team.id}-${file.id}-${file.uploadKey.slice(0, 10)}`,
    is_starred: false,
    skipped_shares: true,
    has_rich_preview: false,
    file_access: "visible",
  };
}
