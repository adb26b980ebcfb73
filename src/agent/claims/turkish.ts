// The verb comes last and tells by its ending who did it and whether it was done, so that each form stands here whole.
import type { ClaimLanguage } from "./claim-words.ts";

const ORDER = "sipariş\\p{L}*|satın alma\\p{L}*|satış\\p{L}*|iade\\p{L}*|rezervasyon\\p{L}*|iptal\\p{L}*";
const TICKET = "talep|talebi\\p{L}*|kayıt|kaydı\\p{L}*|ticket|bilet\\p{L}*";
const PEOPLE = "arkadaş\\p{L}*|ekip|ekib\\p{L}*|temsilci\\p{L}*|yetkili\\p{L}*|personel\\p{L}*|çalışan\\p{L}*";
const DONE = "edildi|edilmiştir|oldu|olmuştur";

export const TURKISH: ClaimLanguage = {
  byMe: "(?!)",
  isDone: "(?:iptal|iade|rezerve|sipariş|geri|satın|stok\\p{L}*)",
  gap: " ",
  after: null,
  habits: "(?!)",
  deeds: [
    { deed: "cancelled", words: `(?<=iptal )(?:${DONE})`, thing: null },
    { deed: "refunded", words: `(?<=iade )(?:${DONE}|yapıldı|yapılmıştır)`, thing: null },
    { deed: "returned", words: "(?<=iade |geri )(?:alındı|alınmıştır)", thing: null },
    { deed: "refunded", words: "(?<=geri )(?:ödendi|ödenmiştir)", thing: null },
    { deed: "booked", words: `(?<=rezerve )(?:${DONE})`, thing: null },
    { deed: "ordered", words: `(?<=sipariş )(?:${DONE}|verildi|verilmiştir)`, thing: null },
    { deed: "ordered", words: "(?<=satın )(?:alındı|alınmıştır)", thing: null },
  ],
  phrases: [
    { deed: "cancelled", words: "iptal ett(?:im|ik)", thing: null },
    { deed: "refunded", words: "(?:iade (?:ett|yapt)|geri öded)(?:im|ik|ım|ık)", thing: null },
    { deed: "booked", words: "rezerve ett(?:im|ik)|ayırttım", thing: null },
    { deed: "booked", words: "onayladım|tamamladım|oluşturdum|kaydettim", thing: ORDER },
    { deed: "ordered", words: "sipariş (?:ett(?:im|ik)|verd(?:im|ik))|satın ald(?:ım|ık)", thing: null },
    { deed: "changed", words: "güncelledi[mk]|değiştirdi[mk]", thing: "sipariş\\p{L}*" },
    { deed: "restocked", words: "stoğa ekledi[mk]|stoğu güncelledi[mk]", thing: null },
    { deed: "opened", words: "açtı[mk]|oluşturdu[mk]", thing: TICKET },
    { deed: "closed", words: "kapattı[mk]", thing: TICKET },
    {
      deed: "handed-over",
      words: "iletti[mk]|aktardı[mk]|yönlendirdi[mk]|haber verdi[mk]|bilgilendirdi[mk]",
      thing: PEOPLE,
    },
  ],
  ready: "onayınızı bekliyor|onayını bekliyor|onaya hazır|onaylanmaya hazır",
  promise:
    "(?:bir arkadaşımız|ekibimiz|bir temsilci(?:miz)?|yetkilimiz) (?:sizinle|size|seninle|sana) [^.!?]{0,40}(?:geçecek|dönecek|arayacak)",
  allDone: "tamamdır|bitti|halloldu|hallettim",
  negations: "değil\\p{L}*|yok|hiç|olmadan",
  conditions:
    "eğer|sonra|önce|kadar|yalnızca|sadece|genellikle|\\p{L}+(?:[ıiuü]nca|[dt][ıiuü]ğ[ıiuü]n\\p{L}*|[ae]rs\\p{L}+|[ıiuü]rs\\p{L}+)",
  waits:
    "onay(?!landı|ladım|lanmıştır)\\p{L}*|düğme\\p{L}*|buton\\p{L}*|tıkla\\p{L}*|bas[ıi]n\\p{L}*|bekl\\p{L}+|hazır\\p{L}*",
};
