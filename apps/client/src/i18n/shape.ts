/** The keys of a room's English words: the German ones must have the same. */
export type Shape<Words> = { readonly [Key in keyof Words]: Words[Key] extends string ? string : Shape<Words[Key]> };
