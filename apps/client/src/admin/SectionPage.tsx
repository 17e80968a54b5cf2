import { type AdminSection, sectionsFor } from '@sidetone/contract/rules/admin/role-table.ts';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Empty } from '#ui/Empty.tsx';
import { AccessSection } from './access/AccessSection.tsx';
import { AiSection } from './ai/AiSection.tsx';
import { AssistantsSection } from './assistants/AssistantsSection.tsx';
import { BackupSection } from './backup/BackupSection.tsx';
import { BlockedSection } from './blocked/BlockedSection.tsx';
import { ChannelsSection } from './channels/ChannelsSection.tsx';
import { CompanySection } from './company/CompanySection.tsx';
import { RoomsSection } from './conference-rooms/RoomsSection.tsx';
import { CrmSection } from './crm/CrmSection.tsx';
import { FeedbackSection } from './feedback/FeedbackSection.tsx';
import { FirstRun } from './first-run/FirstRun.tsx';
import { firstRunSection } from './first-run/steps.ts';
import { HealthSection } from './health/HealthSection.tsx';
import { LogSection } from './log/LogSection.tsx';
import { MailSection } from './mail/MailSection.tsx';
import { NotForYou } from './NotForYou.tsx';
import { NewsSection } from './news/NewsSection.tsx';
import { NumbersSection } from './numbers/NumbersSection.tsx';
import { HoursSection } from './opening-hours/HoursSection.tsx';
import { CompaniesSection } from './operator/CompaniesSection.tsx';
import { PagingSection } from './paging/PagingSection.tsx';
import { PhonesSection } from './phones/PhonesSection.tsx';
import { RecordsSection } from './records/RecordsSection.tsx';
import { RoutingSection } from './routing/RoutingSection.tsx';
import { sectionOf } from './sections.ts';
import { SignOnSection } from './single-sign-on/SignOnSection.tsx';
import { SkillsSection } from './skills/SkillsSection.tsx';
import { TrunksSection } from './trunks/TrunksSection.tsx';
import { UsersSection } from './users/UsersSection.tsx';
import { MenusSection } from './voice-menus/MenusSection.tsx';

const pages: Record<AdminSection, ComponentType> = {
  users: UsersSection,
  numbers: NumbersSection,
  channels: ChannelsSection,
  menus: MenusSection,
  rooms: RoomsSection,
  paging: PagingSection,
  hours: HoursSection,
  skills: SkillsSection,
  phones: PhonesSection,
  trunks: TrunksSection,
  blocked: BlockedSection,
  routing: RoutingSection,
  records: RecordsSection,
  company: CompanySection,
  mail: MailSection,
  access: AccessSection,
  sso: SignOnSection,
  ai: AiSection,
  assistants: AssistantsSection,
  crm: CrmSection,
  news: NewsSection,
  feedback: FeedbackSection,
  log: LogSection,
  health: HealthSection,
  backup: BackupSection,
  companies: CompaniesSection,
};

/** The page of the section that the address names. */
export function SectionPage() {
  const { section } = useParams({ strict: false });
  const me = useMe();
  return section === firstRunSection && me?.admin ? <FirstRun /> : <NamedSection section={sectionOf(section)} />;
}

function NamedSection({ section }: { section: AdminSection | null }) {
  const { t } = useWords();
  const me = useMe();
  const mine = me ? sectionsFor(me) : [];
  const name = section === null ? t(($) => $.app.notFound.title) : t(($) => $.admin.sections[section]);
  useEffect(() => {
    document.title = `${name} · Sidetone`;
  }, [name]);
  if (section === null) {
    return (
      <div className="grid h-full place-items-center">
        <Empty page title={name} text={t(($) => $.app.notFound.text)} />
      </div>
    );
  }
  if (!mine.includes(section)) return <NotForYou section={mine[0]} />;
  const Page = pages[section];
  return <Page key={section} />;
}
