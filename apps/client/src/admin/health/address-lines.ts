/** The addresses of a field with one in each line; commas and semicolons part them as well. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');

/** The problem of such a field: that of the list, else of its first faulty line, as only one field can show it. */
export const problemOfLines = (error: unknown): string | undefined =>
  ([error].flat() as ({ message?: string } | undefined)[]).find((one) => one !== undefined)?.message;
