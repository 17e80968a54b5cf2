type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/**
 * The same methods, each of which begins once it is sure that this process still carries its node, and gives its answer likewise: one
 * that was frozen, or cut off from the database, writes nothing of calls that another has taken over, and says nothing of them.
 */
export function onceSure<Given extends { readonly [Name in keyof Given]: (...given: never[]) => Promise<unknown> }>(
  methods: Given,
  sure: () => Promise<void>,
): Given {
  const wrapped = Object.entries<Methods[string]>(methods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      await sure();
      const answer = await method(...given);
      // It is written, whatever can be found out by now.
      await sure().catch(() => undefined);
      return answer;
    },
  ]);
  return Object.fromEntries(wrapped) as Given;
}
