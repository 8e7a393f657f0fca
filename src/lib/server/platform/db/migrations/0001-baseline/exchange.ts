import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

const KIND = `kind in ('offer', 'need', 'service')`;
const UNIT = `unit in ('kg', 'sack', 'bundle', 'bale', 'truckload', 'piece')`;
const HALF = `half in ('morning', 'afternoon')`;
// A missing day is before all others: it is ready now. Rounds are ready from the first on.
const READY_ON = `coalesce(repeat_from, ready_on, '0000-00-00')`;
const IS_OPEN = `status in ('requested', 'agreed')`;

/** Listings of posts, and the rounds of repeating ones. */
const listings = ({ id, time, end }: ColumnTypes) => [
  `create table listings (
    post_id ${id} primary key references posts on delete cascade,
    kind text not null check (${KIND}),
    material text not null,
    amount integer check (amount > 0),
    unit text check (${UNIT}),
    amount_left integer check (amount_left between 0 and amount),
    condition text check (condition in ('dry', 'damp', 'wet', 'fresh')),
    terms text check (terms in ('free', 'price', 'trade')),
    price_centavos integer check (price_centavos > 0),
    town text not null,
    barangay text,
    ready_on text,
    until text not null,
    truck_access integer not null check (truck_access in (0, 1)),
    loading_help integer not null check (loading_help in (0, 1)),
    status text not null
      check (status in ('open', 'promised', 'gone', 'expired', 'withdrawn')),
    repeat_weeks integer check (repeat_weeks in (1, 2, 4)),
    repeat_from text,
    rounds_due_on text,
    remind_on text,
    alerts_due_at ${time},
    posted_by ${id} references members on delete set null,
    created_at ${time} not null,
    updated_at ${time} not null,
    check ((amount is null) = (amount_left is null)),
    check (unit is not null or (amount is null and price_centavos is null)),
    check ((coalesce(terms, '') = 'price') = (price_centavos is not null))
  ) ${end}`,
  // Lists of open listings: in a town, newest first, optionally of a material; of a material; of all; those that end
  // first, which also expire first; and those that are ready first. The indexes cover the filters but the last day by
  // which something is ready, so that only listed rows are read from the table.
  `create index listings_town_idx on listings (status, town, post_id, material, kind, terms)`,
  `create index listings_material_town_idx on listings (status, material, town, post_id, kind, terms)`,
  `create index listings_material_idx on listings (status, material, post_id, kind, town, terms)`,
  `create index listings_status_idx on listings (status, post_id, kind, town, terms)`,
  `create index listings_until_idx on listings (status, until, post_id, material, kind, town, terms)`,
  `create index listings_ready_idx on listings (status, (${READY_ON}), post_id desc)`,
  `create index listings_remind_on_idx on listings (remind_on) where remind_on is not null`,
  `create index listings_alerts_due_at_idx on listings (alerts_due_at)
    where alerts_due_at is not null`,
  `create index listings_rounds_due_on_idx on listings (rounds_due_on)
    where repeat_weeks is not null`,
  `create index listings_posted_by_idx on listings (posted_by) where posted_by is not null`,
  `create table listing_rounds (
    post_id ${id} not null references listings on delete cascade,
    day text not null,
    amount integer not null check (amount > 0),
    amount_left integer not null check (amount_left between 0 and amount),
    created_at ${time} not null,
    primary key (post_id, day)
  ) ${end}`,
];

/** Searches that notify their members of new listings. */
const alerts = ({ id, time, end }: ColumnTypes) => [
  `create table alerts (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    kind text check (${KIND}),
    material text,
    town text,
    within_km integer check (within_km in (10, 20, 25, 50)),
    free integer not null check (free in (0, 1)),
    paused_at ${time},
    created_at ${time} not null,
    check (within_km is null or town is not null)
  ) ${end}`,
  // A member can save each search once.
  `create unique index alerts_search_idx on alerts (member_id, coalesce(kind, ''),
    coalesce(material, ''), coalesce(town, ''), coalesce(within_km, 0), free)`,
];

/** Appointments for listings and machines, with their outcomes. */
const appointments = ({ id, time, end }: ColumnTypes) => [
  // Handed-over amounts stay when the post or a member is deleted. There is no reference to the standing appointment:
  // PostgreSQL would check it during the deletion of a post, in any order. Each subject has its own check of its
  // columns, since SQLite cannot change an existing check.
  `create table appointments (
    id ${id} primary key,
    post_id ${id} references posts on delete set null,
    owner_id ${id} references members on delete set null,
    requester_id ${id} references members on delete set null,
    of_round integer check (of_round = 1),
    standing_id ${id},
    subject text not null,
    kind text not null check (${KIND}),
    material text,
    town text not null,
    amount integer check (amount > 0),
    unit text,
    machine text,
    half text check (${HALF}),
    whole_day integer check (whole_day in (0, 1)),
    work integer check (work > 0),
    price_centavos integer,
    day text not null,
    moved_to text,
    requester_town text,
    vehicle text,
    note text,
    place text,
    status text not null
      check (status in ('requested', 'agreed', 'declined', 'called_off', 'done')),
    ended_by ${id} references members on delete set null,
    reason text,
    owner_coming integer check (owner_coming in (0, 1)),
    requester_coming integer check (requester_coming in (0, 1)),
    owner_result text check (owner_result in ('taken', 'part', 'not')),
    requester_result text check (requester_result in ('taken', 'part', 'not')),
    owner_kg integer check (owner_kg >= 0),
    requester_kg integer check (requester_kg >= 0),
    owner_reason text check (owner_reason in ('no_show', 'not_as_said', 'other')),
    requester_reason text check (requester_reason in ('no_show', 'not_as_said', 'other')),
    owner_corrected integer check (owner_corrected in (0, 1)),
    requester_corrected integer check (requester_corrected in (0, 1)),
    kg integer check (kg >= 0),
    chases integer,
    reminded_at ${time},
    outcome_reminded_at ${time},
    sequence integer not null default 0,
    created_at ${time} not null,
    updated_at ${time} not null,
    agreed_at ${time},
    check (case subject
      when 'amount' then material is not null and (unit is null or ${UNIT}) and machine is null
        and half is null and whole_day is null and work is null and price_centavos is null
      when 'half_day' then material is null and amount is null and unit is not null
        and machine is not null and half is not null and whole_day is not null
        and work is not null end)
  ) ${end}`,
  // A member has at most one open appointment per listing, per round of it, and per half day of a machine.
  `create unique index appointments_open_idx on appointments (post_id, requester_id)
    where ${IS_OPEN} and subject = 'amount' and of_round is null`,
  `create unique index appointments_half_day_idx on appointments (post_id, day, half, requester_id)
    where ${IS_OPEN} and subject = 'half_day'`,
  `create unique index appointments_round_idx on appointments (post_id, requester_id, day)
    where ${IS_OPEN} and of_round = 1`,
  `create unique index appointments_standing_idx on appointments (standing_id, day)
    where standing_id is not null`,
  // For clearing references and for sums, as the indexes above are partial.
  `create index appointments_post_id_idx on appointments (post_id)`,
  // Covers the public sums.
  `create index appointments_kg_idx on appointments (material, town, day, kg) where kg > 0`,
  `create index appointments_owner_idx on appointments (owner_id, day, id)`,
  `create index appointments_requester_idx on appointments (requester_id, day, id)`,
  `create index appointments_ended_by_idx on appointments (ended_by) where ended_by is not null`,
  `create index appointments_status_idx on appointments (status, day)`,
  // For the staff's figures of a year.
  `create index appointments_created_at_idx on appointments (created_at, day)`,
  `create table half_days (
    post_id ${id} not null references posts on delete cascade,
    day text not null,
    half text not null check (${HALF}),
    appointment_id ${id} references appointments on delete cascade,
    primary key (post_id, day, half)
  ) ${end}`,
  `create unique index half_days_appointment_id_idx on half_days (appointment_id)
    where appointment_id is not null`,
  `create table appointment_messages (
    id ${id} primary key,
    appointment_id ${id} not null references appointments on delete cascade,
    member_id ${id} references members on delete set null,
    content text not null,
    idempotency_key text,
    created_at ${time} not null
  ) ${end}`,
  `create index appointment_messages_appointment_id_idx on appointment_messages (appointment_id, id)`,
  `create unique index appointment_messages_key_idx on appointment_messages (member_id, idempotency_key)`,
];

/** Agreements for a part of each round. */
const standingAppointments = ({ id, time, end }: ColumnTypes) => [
  `create table standing_appointments (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    owner_id ${id} not null references members on delete cascade,
    requester_id ${id} not null references members on delete cascade,
    amount integer not null check (amount > 0),
    first_on text not null,
    agreed_at ${time},
    ended_at ${time},
    ended_by ${id} references members on delete set null,
    created_at ${time} not null
  ) ${end}`,
  `create unique index standing_appointments_open_idx on standing_appointments (post_id, requester_id)
    where ended_at is null`,
  // For clearing references, as the index above is partial.
  `create index standing_appointments_post_id_idx on standing_appointments (post_id)`,
  `create index standing_appointments_owner_id_idx on standing_appointments (owner_id)`,
  `create index standing_appointments_requester_id_idx on standing_appointments (requester_id)`,
  `create index standing_appointments_ended_by_idx on standing_appointments (ended_by)
    where ended_by is not null`,
];

/** Shared trucks, and the pickups that are on one or look for one. */
const trips = ({ id, time, end }: ColumnTypes) => [
  `create table trips (
    id ${id} primary key,
    appointment_id ${id} not null references appointments on delete cascade,
    driver_id ${id} not null references members on delete cascade,
    from_town text not null,
    to_town text not null,
    amount integer not null check (amount > 0),
    amount_left integer not null check (amount_left between 0 and amount),
    unit text not null,
    created_at ${time} not null,
    ended_at ${time}
  ) ${end}`,
  `create unique index trips_open_idx on trips (appointment_id) where ended_at is null`,
  // For clearing references, as the index above is partial.
  `create index trips_appointment_id_idx on trips (appointment_id)`,
  `create index trips_driver_id_idx on trips (driver_id)`,
  `create index trips_way_idx on trips (from_town, to_town) where ended_at is null`,
  `create index trips_created_at_idx on trips (created_at)`,
  `create table trip_stops (
    appointment_id ${id} primary key references appointments on delete cascade,
    member_id ${id} not null references members on delete cascade,
    trip_id ${id} references trips on delete cascade,
    amount integer check (amount > 0),
    from_town text not null,
    to_town text not null,
    created_at ${time} not null,
    check ((trip_id is null) = (amount is null))
  ) ${end}`,
  `create index trip_stops_member_id_idx on trip_stops (member_id)`,
  `create index trip_stops_trip_id_idx on trip_stops (trip_id)`,
  `create index trip_stops_way_idx on trip_stops (from_town, to_town) where trip_id is null`,
];

/** Machines of services. */
const machines = ({ id, time, end }: ColumnTypes) => [
  `create table machines (
    post_id ${id} primary key references posts on delete cascade,
    machine text not null,
    unit text not null,
    a_day integer not null check (a_day > 0),
    reach_km integer not null check (reach_km >= 0),
    price_centavos integer check (price_centavos > 0),
    created_at ${time} not null
  ) ${end}`,
];

/** Expected harvests, and the weeks of which alerts were notified. */
const season = ({ id, time, end }: ColumnTypes) => [
  `create table harvests (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    town text not null,
    material text not null,
    monday text not null,
    ares integer not null check (ares > 0),
    created_at ${time} not null,
    unique (member_id, monday, material, town)
  ) ${end}`,
  `create index harvests_monday_idx on harvests (monday)`,
  `create table schedules (
    monday text not null,
    material text not null,
    town text not null,
    ares integer not null check (ares > 0),
    primary key (monday, material, town)
  ) ${end}`,
  `create table heard_weeks (
    alert_id ${id} not null references alerts on delete cascade,
    monday text not null,
    member_id ${id} not null references members on delete cascade,
    heard_at ${time} not null,
    primary key (alert_id, monday)
  ) ${end}`,
  `create index heard_weeks_member_id_idx on heard_weeks (member_id)`,
  `create index heard_weeks_monday_idx on heard_weeks (monday)`,
];

/** The secret URLs at which calendar programs read members' pickups. */
const calendars = ({ id, time, end }: ColumnTypes) => [
  `create table calendars (
    member_id ${id} primary key references members on delete cascade,
    id ${id} not null unique,
    created_at ${time} not null
  ) ${end}`,
];

/** Listings, and what belongs to them. */
export const exchangeTables = (types: ColumnTypes): string[] => [
  ...listings(types),
  ...alerts(types),
  ...appointments(types),
  ...standingAppointments(types),
  ...trips(types),
  ...machines(types),
  ...season(types),
  ...calendars(types),
];
