// The first plan of each process, our own: it calls of the guest what plans usually call, so that V8 compiles this once
// and not for every plan. Nobody reads its answer.
const rows = await db.rehearsal.rows({ where: { price: { lt: 5 }, names: ["a"] } });
let failure;
try {
  await shop.rehearse();
} catch (error) {
  failure = error;
}
try {
  rows[0].missing;
} catch (error) {
  // biome-ignore lint/suspicious/noConsole: it is the guest's console.
  console.log(error, failure.code, rows);
}
answer_text = `${rows.length} ${request.text} ${money(rows[0].price)}`;
answer_rows = rows;
