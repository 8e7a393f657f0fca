// Requests about the weeks ahead, like those of the site's pages.
import { addDays, mondayOf } from '#lib/contract/days.ts';
import type { HarvestInput, ScheduleInput, Season } from '#lib/contract/exchange/season.ts';
import { regionDay } from '#lib/site.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { GUIMBA } from './alerts.ts';

export const SEASON = '/api/web/season';
export const HARVESTS = '/api/web/harvests';
export const SCHEDULE = '/api/admin/schedule';

/** The Monday a number of weeks after this week's. */
export const mondayIn = ({ services }: Site, weeks: number): string =>
  addDays(mondayOf(regionDay(services.now())), 7 * weeks);

/** A field in Guimba with 2 hectares of straw next week. */
export const harvestIn = (site: Site, given: Partial<HarvestInput> = {}): HarvestInput => ({
  town: GUIMBA,
  material: 'rice-straw',
  week: mondayIn(site, 1),
  hectares: 2,
  ...given,
});

/** Makes new members who each enter a harvest. @param fields override `harvestIn` */
export async function farmsWith(
  site: Site,
  fields: Partial<HarvestInput>[],
): Promise<MemberBrowser[]> {
  const farms: MemberBrowser[] = [];
  for (const field of fields) {
    const farm = await site.signedIn();
    requireOk(await farm.post(HARVESTS, harvestIn(site, field)));
    farms.push(farm);
  }
  return farms;
}

/** The season as everyone sees it. */
export const seasonOf = async (browser: Browser, query = ''): Promise<Season> =>
  requireOk(await browser.get(SEASON + query)).body['data'] as Season;

/** The season with a line per entry: `Guimba's code, rice-straw, 10 ha` */
export const rowsOf = async (browser: Browser, query = ''): Promise<string[]> =>
  (await seasonOf(browser, query)).weeks.flatMap(({ rows }) =>
    rows.map(({ town, material, hectares }) => `${town ?? 'others'} ${material} ${hectares}`),
  );

/** Changes the irrigation schedule for straw. */
export const setSchedule = async (staff: Browser, cells: ScheduleInput['cells']) =>
  requireOk(await staff.change('PATCH', SCHEDULE, { material: 'rice-straw', cells }));
