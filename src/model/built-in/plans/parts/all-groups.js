/** Groups over time, page after page; of items or customers the first ones by `orderBy`, for there may be very many. */
export async function allGroups(table, query, isOverTime) {
  const groups = [];
  const page = 200;
  for (let at = 0; at < (isOverTime ? 10 : 1); at++) {
    const next = await table.groupBy({ ...query, take: page, skip: at * page });
    groups.push(...next);
    if (next.length < page) return { groups, isCut: false };
  }
  return { groups, isCut: true };
}
