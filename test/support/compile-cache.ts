// What a started process of Node needs in its environment to read its modules as others before it compiled them: half of
// a command's time is its start.
import { tmpdir } from "node:os";
import { join } from "node:path";

export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "tillhand-compiled") };
