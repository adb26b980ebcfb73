/** Names by id, of items or customers. */
export async function namesOf(table, key, ids) {
  const names = new Map();
  for (let at = 0; at < ids.length; at += 200) {
    const some = ids.slice(at, at + 200);
    const rows = await table.findMany({ where: { [key]: { in: some } }, select: { [key]: true, name: true } });
    for (const row of rows) names.set(row[key], row.name);
  }
  return names;
}
