/** Ids of elements: there is one omnibar on a page. */
export const listId = 'omnibar-list';

/** Keys of lines contain characters that ids must not have. */
export const lineId = (key: string): string => `omnibar-${key.replace(/[^\w-]/g, (sign) => `_${sign.charCodeAt(0)}_`)}`;
