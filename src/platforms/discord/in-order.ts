// Work for one key is done one after the other, for different keys side by side.

export type InOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createOrder(): InOrder {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const over = mine.then(
      () => {},
      () => {},
    );
    last.set(key, over);
    over.then(() => {
      if (last.get(key) === over) last.delete(key);
    });
    return mine;
  };
}
