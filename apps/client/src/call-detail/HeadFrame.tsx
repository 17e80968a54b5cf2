import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ReactNode } from 'react';
import { Avatar, type PresenceMark } from '#ui/Avatar.tsx';
import type { CallNames } from './names.ts';

interface HeadFrameProps {
  /** Who the other side is. */
  row: Pick<InboxRow, 'remote'> & { readonly call: Pick<InboxRow['call'], 'remotePhoneNumber'> };
  names: Pick<CallNames, 'named' | 'remote'>;
  /** Of a colleague; null for anyone else. */
  presence?: PresenceMark | null;
  /** Behind the name. */
  marks: ReactNode;
  /** Below the name. */
  line: string | null;
  /** What can be done, at the right. */
  children: ReactNode;
}

/** The head of a page about a call, or about what came of one: the other side, with what is said of them, and what can be done. */
export function HeadFrame({ row: { remote, call }, names, presence = null, marks, line, children }: HeadFrameProps) {
  return (
    <header className="flex min-h-18 flex-none items-center gap-3 border-line border-b py-3 pr-4 pl-6 max-[559px]:pl-4">
      <Avatar
        size="l"
        name={names.named ? names.remote : null}
        imageUrl={remote.avatarUrl ?? null}
        square={remote.avatarType === 'organization'}
        anonymous={call.remotePhoneNumber === null}
        presence={presence}
        className="max-[559px]:hidden"
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <h2 className="min-w-0 truncate font-semi text-16">{names.remote}</h2>
          {marks}
        </div>
        {line === null ? null : <p className="truncate text-ink-3">{line}</p>}
      </div>
      {children}
    </header>
  );
}
