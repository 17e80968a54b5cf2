import type { ComponentProps } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useSkills } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { NeedsEditor } from './NeedsEditor.tsx';

/** The skills that callers of a number need; nothing where the account has no skills. */
export function NumberSkills(props: ComponentProps<typeof NeedsEditor>) {
  const { t } = useWords();
  if (useSkills().rows.length === 0) return null;
  return (
    <Group title={t(($) => $.admin.skills.numberText)}>
      <NeedsEditor {...props} />
    </Group>
  );
}
