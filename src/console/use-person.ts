// The shop in, who uses the page out: one of its people where it is local, whoever holds the token elsewhere.
import { useMemo, useState } from "react";
import type { Requester } from "../requester.ts";
import type { ShopView } from "./api/answers.ts";
import { keepPerson, readPerson } from "./kept-person.ts";
import { type PersonOption, personOptions } from "./person.ts";

// Whoever holds the token is an admin; the server knows the name.
const tokenHolder: Requester = { role: "admin", customerId: null, name: null };

interface PagePerson {
  person: Requester;
  /** What the server is told; null where a token says it. */
  requester: Requester | null;
  /** The chooser's value; "" where nothing is to choose. */
  who: string;
  options: PersonOption[];
  choose: (value: string) => void;
}

/** All that is given stays the same object until somebody else is chosen. */
export function usePerson(shop: ShopView): PagePerson {
  const [value, setValue] = useState(readPerson);
  const people = JSON.stringify(shop.isLocal ? shop.people : []);
  const options = useMemo(() => personOptions(JSON.parse(people)), [people]);
  const chosen = options.find((option) => option.value === value) ?? options[0];
  const requester = chosen?.person ?? null;
  return {
    person: requester ?? tokenHolder,
    requester,
    who: chosen?.value ?? "",
    options,
    choose: (next) => {
      keepPerson(next);
      setValue(next);
    },
  };
}
