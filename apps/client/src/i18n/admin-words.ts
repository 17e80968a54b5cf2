import i18next from 'i18next';
import { admin as adminDe } from './de/admin.ts';
import { adminAccess as accessDe } from './de/admin-access.ts';
import { adminAi as aiDe } from './de/admin-ai.ts';
import { adminAlarms as alarmsDe } from './de/admin-alarms.ts';
import { adminAssistants as assistantsDe } from './de/admin-assistants.ts';
import { adminAuditStream as auditStreamDe } from './de/admin-audit-stream.ts';
import { adminCalls as callsDe } from './de/admin-calls.ts';
import { adminChannelMail as channelMailDe, adminQueueLimits as queueLimitsDe } from './de/admin-channel-mail.ts';
import { adminCompanies as companiesDe } from './de/admin-companies.ts';
import { adminCompany as companyDe } from './de/admin-company.ts';
import { adminCrm as crmDe } from './de/admin-crm.ts';
import { adminFeedback as feedbackDe } from './de/admin-feedback.ts';
import { adminFirstRun as firstRunDe } from './de/admin-first-run.ts';
import { adminHealth as healthDe } from './de/admin-health.ts';
import { adminHours as hoursDe } from './de/admin-hours.ts';
import { adminLog as logDe } from './de/admin-log.ts';
import { adminMail as mailDe } from './de/admin-mail.ts';
import { adminMenus as menusDe } from './de/admin-menus.ts';
import { adminNews as newsDe } from './de/admin-news.ts';
import { adminNuisance as nuisanceDe } from './de/admin-nuisance.ts';
import { adminPaging as pagingDe } from './de/admin-paging.ts';
import { adminPeople as peopleDe } from './de/admin-people.ts';
import { adminPhones as phonesDe } from './de/admin-phones.ts';
import { adminRecords as recordsDe } from './de/admin-records.ts';
import { adminRoleWords as rolesDe } from './de/admin-roles.ts';
import { adminSignIn as signInDe } from './de/admin-sign-in.ts';
import { adminSkills as skillsDe } from './de/admin-skills.ts';
import { adminSso as ssoDe } from './de/admin-sso.ts';
import { adminWebhook as webhookDe } from './de/admin-webhook.ts';
import { apiTokens as apiTokensDe } from './de/api-tokens.ts';
import { banners as bannersDe } from './de/banners.ts';
import { admin } from './en/admin.ts';
import { adminAccess } from './en/admin-access.ts';
import { adminAi } from './en/admin-ai.ts';
import { adminAlarms } from './en/admin-alarms.ts';
import { adminAssistants } from './en/admin-assistants.ts';
import { adminAuditStream } from './en/admin-audit-stream.ts';
import { adminCalls } from './en/admin-calls.ts';
import { adminChannelMail, adminQueueLimits } from './en/admin-channel-mail.ts';
import { adminCompanies } from './en/admin-companies.ts';
import { adminCompany } from './en/admin-company.ts';
import { adminCrm } from './en/admin-crm.ts';
import { adminFeedback } from './en/admin-feedback.ts';
import { adminFirstRun } from './en/admin-first-run.ts';
import { adminHealth } from './en/admin-health.ts';
import { adminHours } from './en/admin-hours.ts';
import { adminLog } from './en/admin-log.ts';
import { adminMail } from './en/admin-mail.ts';
import { adminMenus } from './en/admin-menus.ts';
import { adminNews } from './en/admin-news.ts';
import { adminNuisance } from './en/admin-nuisance.ts';
import { adminPaging } from './en/admin-paging.ts';
import { adminPeople } from './en/admin-people.ts';
import { adminPhones } from './en/admin-phones.ts';
import { adminRecords } from './en/admin-records.ts';
import { adminRoleWords } from './en/admin-roles.ts';
import { adminSignIn } from './en/admin-sign-in.ts';
import { adminSkills } from './en/admin-skills.ts';
import { adminSso } from './en/admin-sso.ts';
import { adminWebhook } from './en/admin-webhook.ts';
import { apiTokens } from './en/api-tokens.ts';
import { banners } from './en/banners.ts';
import type { Shape } from './shape.ts';

/** The words of the administration, which are loaded with its pages and not before. */
export const adminWords = {
  admin: {
    ...admin,
    ...adminCalls,
    ...adminPhones,
    access: adminAccess,
    ai: adminAi,
    alarms: adminAlarms,
    assistants: adminAssistants,
    auditStream: adminAuditStream,
    companies: adminCompanies,
    company: adminCompany,
    crm: adminCrm,
    feedback: adminFeedback,
    firstRun: adminFirstRun,
    health: adminHealth,
    channelMail: adminChannelMail,
    hours: adminHours,
    queueLimits: adminQueueLimits,
    skills: adminSkills,
    log: adminLog,
    mail: adminMail,
    menus: adminMenus,
    news: adminNews,
    paging: adminPaging,
    nuisance: adminNuisance,
    people: adminPeople,
    records: adminRecords,
    roles: adminRoleWords,
    signIn: adminSignIn,
    sso: adminSso,
    webhook: adminWebhook,
  },
};

export const adminGerman: Shape<typeof adminWords> = {
  admin: {
    ...adminDe,
    ...callsDe,
    ...phonesDe,
    access: accessDe,
    ai: aiDe,
    alarms: alarmsDe,
    assistants: assistantsDe,
    auditStream: auditStreamDe,
    companies: companiesDe,
    company: companyDe,
    crm: crmDe,
    feedback: feedbackDe,
    firstRun: firstRunDe,
    health: healthDe,
    channelMail: channelMailDe,
    hours: hoursDe,
    queueLimits: queueLimitsDe,
    skills: skillsDe,
    log: logDe,
    mail: mailDe,
    menus: menusDe,
    news: newsDe,
    paging: pagingDe,
    nuisance: nuisanceDe,
    people: peopleDe,
    records: recordsDe,
    roles: rolesDe,
    signIn: signInDe,
    sso: ssoDe,
    webhook: webhookDe,
  },
};

/**
 * Adds them to the words that are there from the start; a component that draws with them calls this first.
 * Administrators who write news see it as readers of either language will, so the words of banners come in both. Those of API
 * tokens are words of the settings as well.
 */
export function addAdminWords(): void {
  i18next.addResourceBundle('en', 'translation', { ...adminWords, apiTokens, banners }, true);
  i18next.addResourceBundle('de', 'translation', { ...adminGerman, apiTokens: apiTokensDe, banners: bannersDe }, true);
}
