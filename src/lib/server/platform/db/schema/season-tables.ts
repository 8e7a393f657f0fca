/** The expected harvest of a member's own field. */
export interface HarvestTable {
  id: string;
  member_id: string;
  /** PSGC code */
  town: string;
  /** a key of `materials/materials.ts` */
  material: string;
  /** the Monday of the week, YYYY-MM-DD */
  monday: string;
  /** hundredths of a hectare */
  ares: number;
  created_at: number;
}

/** The irrigators' schedule for a town and week, as staff entered it; not a member's data. */
export interface ScheduleTable {
  monday: string;
  material: string;
  town: string;
  ares: number;
}

/** A week of which an alert was notified. */
export interface HeardWeekTable {
  alert_id: string;
  monday: string;
  /** the alert's member */
  member_id: string;
  heard_at: number;
}

export interface SeasonTables {
  harvests: HarvestTable;
  schedules: ScheduleTable;
  heard_weeks: HeardWeekTable;
}
