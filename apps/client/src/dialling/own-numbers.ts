import { useMemo } from 'react';
import { useChannels } from '#channels/channels.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { useMe } from '#live/queries/me.ts';

/** Extension and numbers that ring the signed-in user. */
export function useOwnNumbers(): readonly string[] {
  const me = useMe();
  const mine = useColleagues().get(me?.webUserId ?? '');
  const own = useChannels().own;
  return useMemo(() => {
    const numbers = [mine?.extension, mine?.number, ...(own?.phoneNumbers.map((each) => each.phoneNumber) ?? [])];
    return numbers.filter((number) => number != null);
  }, [mine, own]);
}
