/** The addresses of a field with one in each line; commas and semicolons part them as well. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');
