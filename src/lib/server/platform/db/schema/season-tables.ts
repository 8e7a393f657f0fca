/** What a member's own field will leave over. */
export interface HarvestTable {
  id: string;
  member_id: string;
  /** PSGC code */
  town: string;
  /** a key of `materials/materials.ts` */
  material: string;
  /** of the week, YYYY-MM-DD */
  monday: string;
  /** a hundred of them are a hectare */
  ares: number;
  created_at: number;
}

/** What the irrigators' schedule says of a town and a week, as staff typed it: no member's. */
export interface ScheduleTable {
  monday: string;
  material: string;
  town: string;
  ares: number;
}

/** A week of which an alert has heard. */
export interface HeardWeekTable {
  alert_id: string;
  monday: string;
  /** whose alert it is */
  member_id: string;
  heard_at: number;
}

export interface SeasonTables {
  harvests: HarvestTable;
  schedules: ScheduleTable;
  heard_weeks: HeardWeekTable;
}
