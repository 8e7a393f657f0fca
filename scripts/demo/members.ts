import type { Role } from '#lib/contract/people/members.ts';

type Name = [first: string, middle: string, last: string];
/** The avatar is an image name. */
type Rest = [phone: string, birthdate: string, joinedDaysAgo: number, avatar: string | null];

function member(key: string, role: Role, name: Name, rest: Rest) {
  const [first_name, middle_name, last_name] = name;
  const [contact_phone, birthdate, joinedDaysAgo, avatar] = rest;
  const email = `${key}@glean.example`;
  const who = { key, email, role, first_name, middle_name, last_name };
  return { ...who, contact_phone, birthdate, joinedDaysAgo, avatar };
}

export const members = [
  member(
    'maria',
    'farmer',
    ['Maria', 'Luz', 'Santos'],
    ['09171234501', '1971-05-14', 412, 'avatars/maria'],
  ),
  member(
    'jun',
    'processor',
    ['Jun', 'Aquino', 'Reyes'],
    ['09182345612', '1978-11-02', 398, 'avatars/jun'],
  ),
  member(
    'ana',
    'gleaner',
    ['Ana', 'Lacsamana', 'Dizon'],
    ['09193456723', '1984-08-23', 371, 'avatars/ana'],
  ),
  member(
    'staff',
    'staff',
    ['Grace', 'Pangilinan', 'Mendoza'],
    ['09204567834', '1988-02-09', 430, 'avatars/grace'],
  ),
  member(
    'lito',
    'farmer',
    ['Lito', 'Suba', 'Bautista'],
    ['09215678945', '1965-03-30', 355, 'avatars/lito'],
  ),
  member(
    'tess',
    'farmer',
    ['Tess', 'Agustin', 'Cruz'],
    ['09226789056', '1974-12-18', 340, 'avatars/tess'],
  ),
  member(
    'nardo',
    'feed',
    ['Leonardo', 'Guevarra', 'Pineda'],
    ['09277890167', '1962-07-07', 322, 'avatars/nardo'],
  ),
  member(
    'celia',
    'processor',
    ['Celia', 'Rivera', 'Manalo'],
    ['09288901278', '1980-10-25', 301, 'avatars/celia'],
  ),
  member(
    'boyet',
    'farmer',
    ['Roberto', 'San Pedro', 'Garcia'],
    ['09299012389', '1969-01-16', 287, 'avatars/boyet'],
  ),
  member(
    'pilar',
    'gleaner',
    ['Pilar', 'Yumul', 'Ocampo'],
    ['09310123490', '1958-06-21', 266, 'avatars/pilar'],
  ),
  member(
    'dante',
    'feed',
    ['Dante', 'Ignacio', 'Tolentino'],
    ['09321234598', '1976-09-03', 240, 'avatars/dante'],
  ),
  member(
    'ramon',
    'processor',
    ['Ramon', 'Del Rosario', 'David'],
    ['09332345687', '1967-04-11', 228, 'avatars/ramon'],
  ),
  member(
    'luz',
    'farmer',
    ['Luzviminda', 'Peña', 'Ramos'],
    ['09393456776', '1972-10-05', 199, 'avatars/luz'],
  ),
  member(
    'edgar',
    'processor',
    ['Edgar', 'Sicat', 'Mercado'],
    ['09404567865', '1982-03-19', 171, 'avatars/edgar'],
  ),
  member(
    'nena',
    'farmer',
    ['Nena', 'Cañete', 'Salonga'],
    ['09455678954', '1960-12-08', 143, 'avatars/nena'],
  ),
  member(
    'mark',
    'gleaner',
    ['Mark Anthony', 'Valdez', 'Sison'],
    ['09566789043', '2001-07-28', 96, 'avatars/mark'],
  ),
  member(
    'vicky',
    'feed',
    ['Victoria', 'Tayag', 'Lacson'],
    ['09617890132', '1990-05-31', 58, 'avatars/vicky'],
  ),
  member('rosario', 'farmer', ['Rosario', 'Bondoc', 'Lim'], ['09658901221', '1968-10-02', 9, null]),
];
