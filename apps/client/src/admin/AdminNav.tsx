import type { AdminRights } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sectionsFor } from '@sidetone/contract/rules/admin/role-table.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { useHotkey } from '@tanstack/react-hotkeys';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ListChecks, type LucideIcon } from 'lucide-react';
import { addAdminWords } from '#i18n/admin-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { anyDialog, isInMessage } from '#ui/any-dialog.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { useAdminAccount } from './directory.ts';
import { StepNav } from './first-run/StepNav.tsx';
import { firstRunSection, useFirstRun } from './first-run/steps.ts';
import { adminGroups, sectionIcons } from './sections.ts';

addAdminWords();

/** Back from the administration, even while the set-up is not finished. */
const app = `/main/channels/${privateChannelId}`;

interface AdminNavProps {
  /** The section of the address. */
  section: string | undefined;
  /** Only symbols. */
  narrow: boolean;
}

/** The sections of the administration in the left column, and the way back. */
export function AdminNav({ section, narrow }: AdminNavProps) {
  const { t } = useWords();
  const me = useMe();
  const navigate = useNavigate();
  useHotkey(
    'Escape',
    ({ target }) => {
      // An open dialog or menu takes the key, and so does a message with the focus.
      if (isInMessage(target) || document.querySelector(`${anyDialog}, [role=menu]`)) return;
      void navigate({ href: app });
    },
    // Escape is not a shortcut that users switch off.
    { enabled: true, ignoreInputs: true, preventDefault: false, stopPropagation: false },
  );
  return (
    <nav
      aria-label={t(($) => $.admin.title)}
      className={cn('min-h-0 flex-1 overflow-y-auto', narrow && 'flex flex-col items-center gap-1')}
    >
      {section === firstRunSection ? (
        <NavLink
          to="/admin/users"
          icon={ArrowLeft}
          name={t(($) => $.admin.firstRun.leave)}
          current={false}
          narrow={narrow}
        />
      ) : (
        <NavLink to={app} icon={ArrowLeft} name={t(($) => $.admin.back)} current={false} narrow={narrow} hotkey />
      )}
      {me?.admin && section === firstRunSection ? (
        <StepNav narrow={narrow} />
      ) : me ? (
        <Sections me={me} section={section} narrow={narrow} />
      ) : null}
    </nav>
  );
}

interface SectionsProps extends AdminNavProps {
  me: AdminRights;
}

const Sections = (props: SectionsProps) =>
  props.me.admin ? <SectionsOfAdministrator {...props} /> : <SectionList {...props} runsServer={false} />;

function SectionsOfAdministrator(props: SectionsProps) {
  const runsServer = useAdminAccount()?.runsServer === true;
  return <SectionList {...props} runsServer={runsServer} />;
}

/** The pages that the user may see; a group without any is left out. */
function SectionList({ me, section, narrow, runsServer }: SectionsProps & { runsServer: boolean }) {
  const { t } = useWords();
  const mine = sectionsFor(me).filter((section) => section !== 'companies' || runsServer);
  const groups = adminGroups
    .map(({ group, sections }) => ({ group, sections: sections.filter((id) => mine.includes(id)) }))
    .filter(({ sections }) => sections.length > 0);
  return (
    <>
      {me.admin ? <FirstRunLink narrow={narrow} /> : null}
      {groups.map(({ group, sections }) => (
        <div key={group} className={cn(narrow && 'grid gap-1')}>
          {narrow ? (
            <hr className="mx-auto w-6 border-line" />
          ) : (
            <h2 className="px-2 pt-3 pb-0.5 font-med text-11 text-ink-3">{t(($) => $.admin.groups[group])}</h2>
          )}
          {sections.map((id) => (
            <NavLink
              key={id}
              to={`/admin/${id}`}
              icon={sectionIcons[id]}
              name={t(($) => $.admin.sections[id])}
              current={id === section}
              narrow={narrow}
            />
          ))}
        </div>
      ))}
    </>
  );
}

/** The way back to a first run that is not finished. */
function FirstRunLink({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const { unfinished } = useFirstRun(undefined);
  if (!unfinished) return null;
  return (
    <NavLink
      to={`/admin/${firstRunSection}`}
      icon={ListChecks}
      name={t(($) => $.admin.firstRun.finish)}
      current={false}
      narrow={narrow}
    />
  );
}

interface NavLinkProps {
  to: string;
  icon: LucideIcon;
  name: string;
  current: boolean;
  narrow: boolean;
  hotkey?: boolean;
}

function NavLink({ to, icon, name, current, narrow, hotkey = false }: NavLinkProps) {
  if (narrow) {
    return (
      <Tooltip text={name} side="right">
        <Link
          to={to}
          aria-current={current ? 'page' : undefined}
          className={cn(
            'grid h-9 w-10 flex-none place-items-center rounded-s',
            current ? 'bg-press text-accent' : 'text-ink-3 hover:bg-hover',
          )}
        >
          <Icon of={icon} size={18} />
          <span className="sr-only">{name}</span>
        </Link>
      </Tooltip>
    );
  }
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex h-7.5 w-full items-center gap-2 rounded-s px-2 font-med focus-inset',
        current ? 'bg-press text-ink' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon of={icon} className={current ? 'text-accent' : 'text-ink-3'} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {hotkey ? <Kbd>Esc</Kbd> : null}
    </Link>
  );
}
