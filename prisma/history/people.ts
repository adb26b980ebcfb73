// Nothing in, the invented customers of a history out. Nobody is named like one of the demo store's people, and no
// first name comes twice.
const FIRST_NAMES = `
  Amara Anders Anika Anton Astrid Aurelio Aylin Bashir Beatriz Benedikt Birgit Bodil Boris Calista Camille Carlos
  Cecilia Celine Cosima Dario Delphine Desmond Dimitri Dorota Edda Eduardo Efua Eirik Eleni Emeka Enzo Esra
  Estelle Farid Fatima Felicia Fergus Fiona Florian Freya Gaspard Gemma Georgi Giulia Gregor Hamza Hanna Harald
  Helena Hiroshi Hugo Ibrahim Ilse Imani Ines Ingrid Isak Ivana Jakub Jasmin Jelena Joaquim Johanna Jonas Juana
  Kacper Kalina Karim Katja Kenji Kirsten Klara Koji Lamine Larissa Leandro Leila Lennart Leonor Liam Linnea
  Ludovic Magnus Malik Manuela Marek Marisol Mateo Matilda Mehmet Merle Mikael Milena Mira Nadia Naoko Nikolai
  Nuria Oksana Olivier Omar Oriol Otto Paloma Patrik Petra Philippa Quentin Rafael Ramona Rashid Rosalind Ruben
  Sabine Saoirse Selim Silvia Sofia Stefan Svea
`;
const LAST_NAMES = `
  Achebe Almeida Andersen Aydin Bakker Baumann Bergström Bianchi Boateng Castro Cohen Dahl Delacroix Demir Diallo
  Dubois Eriksen Farah Fischer Fontaine García Haddad Hansen Horvat Ito Jansen Jovanović Kaplan Keller Kovács
  Kowalski Larsen Lindqvist Lopes Marchetti Mensah Moreau Mori Nakamura Novák Okafor Oliveira Papadopoulos Petrov
  Quist Ramírez Ricci Rossi Sato Schneider Silva Sørensen Svoboda Tanaka Tremblay Vargas Vogel Weber Yılmaz
  Zieliński
`;

/** No such domain can be registered: mail to these people goes nowhere. It also tells that a history is there. */
export const HISTORY_DOMAIN = "customers.example";

export interface InventedPerson {
  name: string;
  email: string;
}

export function inventedPeople(): InventedPerson[] {
  const lastNames = words(LAST_NAMES);
  return words(FIRST_NAMES).map((firstName, index) => {
    // 7 and 60 share no divisor, so neighbours in one list are none in the other.
    const lastName = lastNames[(index * 7) % lastNames.length] ?? "";
    return { name: `${firstName} ${lastName}`, email: `${plain(firstName)}.${plain(lastName)}@${HISTORY_DOMAIN}` };
  });
}

function words(list: string): string[] {
  return list.trim().split(/\s+/u);
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ø/gu, "o")
    .replace(/ı/gu, "i")
    .replace(/ł/gu, "l")
    .toLowerCase();
}
