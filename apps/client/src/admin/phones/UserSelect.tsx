import type { ComponentProps } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Select } from '#ui/Select.tsx';
import { nameOf, useUsers } from '../directory.ts';

interface UserSelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  /** The present owner: offered even where they are deactivated, so that no other has to be chosen. */
  owner?: string | undefined;
}

/** The owner of something, among the users of the company. */
export function UserSelect({ owner, ...props }: UserSelectProps) {
  const { t } = useWords();
  const users = useUsers().rows.filter(({ id, state }) => state !== 'deactivated' || id === owner);
  return (
    <Select
      label={t(($) => $.admin.phones.user)}
      autoFocus={owner === undefined}
      options={[
        ...(owner === undefined ? [{ value: '', label: t(($) => $.admin.phones.choose) }] : []),
        ...users.map((user) => ({ value: user.id, label: nameOf(user) })),
      ]}
      {...props}
    />
  );
}
