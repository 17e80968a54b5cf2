type Methods = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/**
 * The same methods, each of which begins once it is sure that this process still carries its node: one that was frozen, or cut off
 * from the database, writes nothing of calls that another has taken over.
 */
export function onceSure<Given extends Methods>(methods: Given, sure: () => Promise<void>): Given {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    async (...given: never[]) => {
      await sure();
      return await method(...given);
    },
  ]);
  return Object.fromEntries(wrapped) as Given;
}
