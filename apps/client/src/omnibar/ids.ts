/** Names of elements: there is one omnibar on a page. */
export const listId = 'omnibar-list';

/** Keys of lines hold what ids must not. */
export const lineId = (key: string): string => `omnibar-${key.replace(/[^\w-]/g, (sign) => `_${sign.charCodeAt(0)}_`)}`;
