// The shop's token of this browser tab: gone when the tab is closed.

const key = "tillhand-token";

export const readToken = (): string | null => sessionStorage.getItem(key);
export const keepToken = (token: string): void => sessionStorage.setItem(key, token);
export const forgetToken = (): void => sessionStorage.removeItem(key);
