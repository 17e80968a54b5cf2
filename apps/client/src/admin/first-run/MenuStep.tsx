import { Link, useNavigate } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { useVoiceMenus } from '../directory.ts';
import { StepFrame, type StepMoves } from './StepFrame.tsx';

/** Whether callers choose by key who answers; not every company needs that. */
export function MenuStep({ moves }: { moves: StepMoves }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { rows: menus, status } = useVoiceMenus();
  if (status === 'loading') return null;
  const hasNone = menus.length === 0;
  const add = () => void navigate({ to: '/admin/$section', params: { section: 'menus' }, search: { open: 'new' } });
  return (
    <StepFrame
      moves={moves}
      title={t(($) => $.admin.firstRun.menu.title)}
      text={t(($) => $.admin.firstRun.menu.text)}
      hint={t(($) => $.admin.firstRun.menu.hint)}
      laterLabel={hasNone ? t(($) => $.admin.firstRun.menu.notNeeded) : undefined}
      submitLabel={hasNone ? t(($) => $.admin.firstRun.menu.create) : undefined}
      onSubmit={hasNone ? add : moves.next}
    >
      {hasNone ? null : (
        <ul className="divide-y divide-line border-line border-y">
          {menus.map(({ id, name }) => (
            <li key={id} className="flex min-h-11 items-center">
              <Link
                to="/admin/$section"
                params={{ section: 'menus' }}
                search={{ open: id }}
                className="font-med text-accent"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </StepFrame>
  );
}
