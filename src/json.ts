// Plain JSON as a type: what crosses the sandbox's border and what the service stores.
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
