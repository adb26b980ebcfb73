// Turkish.
import type { Texts } from "./texts.ts";

const howToLink =
  "Hesabınızı bağlamak için bana özel mesajla “link” ve mağazada kayıtlı e-posta adresinizi yazın; size bir kod göndereceğim.";

export const tr: Texts = {
  handedOver: (id) =>
    `Ekipten birinden devralmasını istedim (talep ${id}). Yanıt buraya gelecek; o zamana kadar araya girmiyorum.`,
  nobodyToReach: "Buradan mağazadan kimseye ulaşılamıyor.",
  declined: "Buna yanıt vermemeyi yeğlerim. Ürünler, siparişler ve talepler için memnuniyetle yardım ederim.",
  needsAccount: `Bunun için kim olduğunuzu bilmem gerekiyor. ${howToLink}`,
  howToLink,
  notWorkedOut: "Bunu çözemedim. Hiçbir şey değişmedi; lütfen başka şekilde söyleyin.",
  notWorkedOutTicket: (id) =>
    `Bunu çözemedim ve ekipten birinden bakmasını istedim (talep ${id}). Hiçbir şey değişmedi.`,
  modelUnavailable:
    "Şu anda düşünemiyorum: dil modeli yanıt vermiyor. Hiçbir şey değişmedi ve isteğiniz saklandı; yeniden denemek için “retry” yazın.",
  serviceCap:
    "Mağaza bugün yanıtlayabileceği kadar yanıtladı. Hiçbir şey değişmedi ve isteğiniz saklandı; lütfen yarın “retry” yazın.",
  customerCap:
    "Bugün bir müşterinin sorabileceği kadar sordunuz. Hiçbir şey değişmedi ve isteğiniz saklandı; lütfen yarın “retry” yazın.",
  fault: "Bizde bir şeyler ters gitti. Hiçbir şey değişmedi ve isteğiniz saklandı; yeniden denemek için “retry” yazın.",
  reference: (id) => `(Referans: ${id})`,
  notRead: (names) => `Okumadım: ${names}. Dosyaları okuyamıyorum.`,
  wholeList: (rows) => `${rows} satırlık tam liste ekte.`,
  lessShown: "Buna ait bir grafik ya da liste oluşturulamadı; daha azını isteyerek yeniden sor.",
  and: "ve",
  more: (count) => `${count} tane daha`,
  cardNumberRemoved:
    "Kart numarasına benzeyen kısmı kimse görmeden çıkardım: lütfen buraya hiçbir zaman kart numarası göndermeyin.",
  secretRemoved:
    "Parolaya ya da anahtara benzeyen kısmı kimse görmeden çıkardım: lütfen buraya hiçbir zaman böyle bir şey göndermeyin.",
  inPlainWords: {
    ready: "Bu hazır; onaylanmadan hiçbir şey değişmez",
    onRecord: "Mağaza kayıtlarında şunlar var",
    inStock: (count) => `stokta ${count} adet`,
  },
  passedOn: (id) => `Bu görüşme ekipten birinde (talep ${id}); mesajınız iletildi.`,
  missed:
    "Bunu yazdığınızda burada değildim ve aradan zaman geçti, bu yüzden bir şey yapmadım. Hâlâ önemliyse lütfen yeniden sorun.",
  resolved: (id) => `Talep ${id} çözüldü; asistan geri döndü. Başka bir şey varsa yazmaya devam edin.`,

  booked: "Tamam: kaydedildi.",
  waitsForAdmin: "Teşekkürler, onaylandı. Şimdi bir yöneticinin onayını bekliyor.",
  cancelled: "İptal edildi: hiçbir şey değişmedi.",
  declinedByAdmin: (reason) =>
    `Bir yönetici bunu reddetti${reason === null ? "" : `: ${reason}`}. Hiçbir şey değişmedi.`,
  movedOn: "Mağazada bu arada bir şeyler değişti, bu yüzden hiçbir şey kaydedilmedi.",
  movedOnYet: "Mağazada bu arada bir şeyler değişti, bu yüzden henüz hiçbir şey kaydedilmedi.",
  lookAtNewCard: "Lütfen yeni karta bakın.",
  expired: "Bu kartın süresi doldu ve hiçbir şey değişmedi. Yenisi için yeniden isteyin.",
  pressAgain: "Bizde bir şeyler ters gitti ve hiçbir şey değişmedi. Lütfen birazdan yeniden basın.",
  closed: {
    committed: "Buna zaten karar verildi: kaydedildi.",
    cancelled: "Buna zaten karar verildi: iptal edildi.",
    rejected: "Buna zaten karar verildi: bir yönetici reddetti.",
    stale: "Bu kart güncel değil, çünkü mağaza o zamandan beri değişti. Hiçbir şey değişmedi.",
    expired: "Bu kartın süresi doldu. Yenisi için yeniden isteyin.",
    replaced: "Bu kartın yerini daha yenisi aldı.",
    pending: "Bu kart hâlâ açık.",
  },

  notRequester: "Bunu yalnızca isteyen kişi onaylayabilir ya da iptal edebilir.",
  notAdmin: "Bunu yalnızca bir yönetici onaylayabilir ya da reddedebilir.",
  ownRequest: "Kimse kendi isteğini onaylamaz; başka bir yönetici yapmalı.",
  notConfirmedYet: "İsteyen kişi henüz onaylamadı; ondan sonra yöneticilere gelir.",
  confirmedAlready: "Bu zaten onaylandı ve bir yöneticiyi bekliyor.",
  noSuchCard: "Böyle bir kart yok. Yenisi için yeniden isteyin.",
  emptyMessage: "Ne bilmek ya da yapmak istediğinizi yazın.",
  cannotReadFiles: "Dosyaları ve resimleri okuyamıyorum.",
  tooLong: (chars, most) => `Bu ${chars} karakter; lütfen en çok ${most} karakterle söyleyin.`,
  tooFast: "Bu, yetişebileceğimden fazla. Lütfen yeniden yazmadan önce bir dakika bekleyin.",
  notTaken: (reference) =>
    `Bizde bir şeyler ters gitti ve bu alınamadı. Lütfen birazdan yeniden deneyin. (Referans: ${reference})`,

  linkHelp: (minutes, handle) =>
    `“link” ve mağazada kayıtlı e-posta adresinizi yazın, sonra “link” ve postadaki kodu (${minutes} dakika geçerlidir); “link off” bağı kaldırır. Ekip de sizi bağlayabilir: siz ${handle}.`,
  linkCodeSent: (minutes) =>
    `Bu adres mağazada kayıtlıysa bir kod yola çıktı. ${minutes} dakika içinde bana “link” ve kodu yazın. Posta gelmezse ekibe sorun.`,
  linkAskedAlready: "Az önce bir kod istediniz. Postanıza bakın ya da bir dakika sonra yeniden isteyin.",
  linkNoMail: "Buradan kod gönderilemiyor. Ekipten hesabınızı bağlamasını isteyin.",
  linkExpired: "Bu kodun süresi doldu. Yenisini isteyin.",
  linkTooOften: "Bu çok fazla denendi. Yeni bir kod isteyin.",
  linkWrong: "Kod bu değil. Postaya bir daha bakın.",
  linked: (name) => `Teşekkürler ${name}: hesabınız bağlandı. Bundan sonra istedikleriniz sizindir.`,
  unlinked: "Hesabınız artık kimseye bağlı değil.",

  card: {
    roles: { customer: "müşteri", staff: "ekip", admin: "yönetici" },
    asked: (name, role) => `${name} (${role}) istedi`,
    waitsFor: (name) => `${name} onayı bekleniyor`,
    waitsForAdmin: "Bir yönetici bekleniyor",
    done: "Tamam",
    declined: "Reddedildi",
    cancelled: "İptal edildi",
    expired: "Süresi doldu",
    stale: "Güncel değil",
    replaced: "Yenisi geldi",
    changeMade: "Değişiklik yapıldı.",
    nothingChanged: "Hiçbir şey değişmedi.",
    nobodyDecided: "Zamanında kimse karar vermedi, bu yüzden hiçbir şey değişmedi. Yeni kart için yeniden isteyin.",
    shopMoved: "Bu beklerken mağazada bir şeyler değişti.",
    newCard: "Yeni bir kart şimdiki durumu gösteriyor.",
    newerRequest: "Yerini daha yeni bir istek aldı; burada hiçbir şey değişmedi.",
    into: (amount) => `kasaya +${amount}`,
    out: (amount) => `kasadan ${amount}`,
    confirm: "Onayla",
    cancel: "İptal et",
    approve: "Kabul et",
    decline: "Reddet",
    takeBack: "Geri al",
    viewPlan: "Planı gör",
    openUntil: (time) => `Açık: ${time} tarihine kadar`,
    decided: {
      confirm: (who) => `${who} onayladı`,
      cancel: (who) => `${who} iptal etti`,
      approve: (who) => `${who} kabul etti`,
      reject: (who) => `${who} reddetti`,
    },
    ledger: (id) => `Kayıt ${id}`,
    order: (id) => `Sipariş ${id}`,
    ticket: (id) => `Talep ${id}`,
    columns: {
      quantityInStock: "stok",
      balanceAfter: "kasa",
      totalAmount: "toplam",
      amount: "tutar",
      status: "durum",
      price: "fiyat",
    },
  },

  lines: {
    price: (unit, total) => `, birimi ${unit} = ${total}`,
    sell: (goods, price, to) => `Satış: ${goods}${price}${to === null ? "" : `, yeni siparişle, müşteri ${to}`}`,
    takeBack: (goods, price, orderId, of) =>
      `İade: ${goods}${price}${orderId === null ? "" : `, sipariş ${orderId}${of === null ? "" : `, müşteri ${of}`}`}`,
    refund: (amount, order, of) => `Geri ödeme: ${amount}, sipariş ${order}${of === null ? "" : `, müşteri ${of}`}`,
    changeOrder: (order, of, from, to, amount) =>
      `Sipariş ${order} değişikliği${of === null ? "" : `, müşteri ${of}`}: ${from} yerine ${to}; tutar ${amount} kalır`,
    cancelOrder: (order, of, goods, back) =>
      `Sipariş ${order} iptali${of === null ? "" : `, müşteri ${of}`} (${goods})${back === null ? "" : `; geri verilecek: ${back}`}`,
    openTicket: (of, orderId, issue) =>
      `Talep açma${of === null ? "" : `, müşteri ${of}`}${orderId === null ? "" : `, sipariş ${orderId}`}: ${issue}`,
  },

  stage: {
    received: "Alındı…",
    delayed: "Kuyruğa şu anda ulaşılamıyor; mesajınız saklandı ve yanıtlanacak.",
    delayedFor: (minutes) =>
      `Model şu anda meşgul; mesajınız saklandı ve ${minutes <= 1 ? "yaklaşık bir dakika" : `yaklaşık ${minutes} dakika`} içinde yanıtlanacak.`,
    loading: "Mağazaya bakıyorum…",
    planning: "Düşünüyorum…",
    collecting: "Bir şey eksik…",
    running: "Mağazada deniyorum, henüz hiçbir şey değişmedi…",
    checking: "Sonucu denetliyorum…",
    repairing: "Planı düzeltiyorum…",
    waiting: "Hazır, bir düğme bekleniyor.",
    committing: "Değişiklik yapılıyor…",
    done: "Tamam.",
  },
};
