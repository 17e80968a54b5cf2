/** The keys of a room's English words: the German ones must have the same, whatever they say. */
export type Shape<Words> = { readonly [Key in keyof Words]: Words[Key] extends string ? string : Shape<Words[Key]> };
