export interface Activity {
  ciiu: string;
  nombre: string;
  /** Code of the economic sector it belongs to. */
  sector: number;
}

/** Classes of CIIU revision 4, with the authority's wording in upper case. */
export const ACTIVITIES: readonly Activity[] = [
  { ciiu: '0111.00', sector: 1, nombre: 'CULTIVO DE CEREALES, LEGUMBRES Y SEMILLAS OLEAGINOSAS' },
  { ciiu: '0127.00', sector: 1, nombre: 'CULTIVO DE PLANTAS CON LAS QUE SE PREPARAN BEBIDAS' },
  {
    ciiu: '0128.00',
    sector: 1,
    nombre: 'CULTIVO DE ESPECIAS Y DE PLANTAS AROMÁTICAS Y MEDICINALES',
  },
  { ciiu: '0146.00', sector: 1, nombre: 'CRÍA DE AVES DE CORRAL' },
  { ciiu: '1071.00', sector: 3, nombre: 'ELABORACIÓN DE PRODUCTOS DE PANADERÍA' },
  {
    ciiu: '1410.00',
    sector: 3,
    nombre: 'FABRICACIÓN DE PRENDAS DE VESTIR, EXCEPTO PRENDAS DE PIEL',
  },
  { ciiu: '1811.00', sector: 3, nombre: 'IMPRESIÓN' },
  { ciiu: '3100.00', sector: 3, nombre: 'FABRICACIÓN DE MUEBLES' },
  { ciiu: '4100.00', sector: 6, nombre: 'CONSTRUCCIÓN DE EDIFICIOS' },
  { ciiu: '4321.00', sector: 6, nombre: 'INSTALACIONES ELÉCTRICAS' },
  { ciiu: '4520.00', sector: 7, nombre: 'MANTENIMIENTO Y REPARACIÓN DE VEHÍCULOS AUTOMOTORES' },
  { ciiu: '4630.00', sector: 7, nombre: 'VENTA AL POR MAYOR DE ALIMENTOS, BEBIDAS Y TABACO' },
  { ciiu: '4711.00', sector: 7, nombre: 'VENTA AL POR MENOR EN COMERCIOS NO ESPECIALIZADOS' },
  {
    ciiu: '4752.00',
    sector: 7,
    nombre: 'VENTA AL POR MENOR DE ARTÍCULOS DE FERRETERÍA, PINTURAS Y VIDRIO',
  },
  { ciiu: '4771.00', sector: 7, nombre: 'VENTA AL POR MENOR DE PRENDAS DE VESTIR Y CALZADO' },
  {
    ciiu: '4772.00',
    sector: 7,
    nombre: 'VENTA AL POR MENOR DE PRODUCTOS FARMACÉUTICOS Y MEDICINALES',
  },
  { ciiu: '4923.00', sector: 8, nombre: 'TRANSPORTE DE CARGA POR CARRETERA' },
  {
    ciiu: '5610.00',
    sector: 7,
    nombre: 'ACTIVIDADES DE RESTAURANTES Y DE SERVICIO MÓVIL DE COMIDAS',
  },
  { ciiu: '6201.00', sector: 12, nombre: 'ACTIVIDADES DE PROGRAMACIÓN INFORMÁTICA' },
  {
    ciiu: '6810.00',
    sector: 12,
    nombre: 'ACTIVIDADES INMOBILIARIAS CON BIENES PROPIOS O ARRENDADOS',
  },
  { ciiu: '6910.00', sector: 12, nombre: 'ACTIVIDADES JURÍDICAS' },
  {
    ciiu: '6920.00',
    sector: 12,
    nombre: 'ACTIVIDADES DE CONTABILIDAD, TENEDURÍA DE LIBROS Y AUDITORÍA',
  },
  { ciiu: '8510.00', sector: 15, nombre: 'ENSEÑANZA PREPRIMARIA Y PRIMARIA' },
  { ciiu: '8620.00', sector: 17, nombre: 'ACTIVIDADES DE MÉDICOS Y ODONTÓLOGOS' },
  { ciiu: '9602.00', sector: 17, nombre: 'PELUQUERÍA Y OTROS TRATAMIENTOS DE BELLEZA' },
];

export const SECTORS = [
  { codigo: 1, nombre: 'AGRICULTURA, GANADERÍA Y PESCA' },
  { codigo: 3, nombre: 'INDUSTRIA MANUFACTURERA' },
  { codigo: 6, nombre: 'CONSTRUCCIÓN' },
  { codigo: 7, nombre: 'COMERCIO' },
  { codigo: 8, nombre: 'TRANSPORTE Y ALMACENAMIENTO' },
  { codigo: 12, nombre: 'SERVICIOS PRESTADOS A LAS EMPRESAS' },
  { codigo: 15, nombre: 'ENSEÑANZA' },
  { codigo: 17, nombre: 'SERVICIOS SOCIALES Y DE SALUD' },
] as const;

/** What a legal entity lives from, told by the first word of its name. */
const MAIN_ACTIVITIES: Record<string, string> = {
  DISTRIBUIDORA: '4630.00',
  COMERCIALIZADORA: '4630.00',
  CONSTRUCTORA: '4100.00',
  TRANSPORTES: '4923.00',
  AGROPECUARIA: '0111.00',
  IMPORTADORA: '4630.00',
  EXPORTADORA: '4630.00',
  FERRETERÍA: '4752.00',
  LABORATORIOS: '4772.00',
  SERVICIOS: '6920.00',
  INDUSTRIAS: '3100.00',
  ALIMENTOS: '1071.00',
  TEXTILES: '1410.00',
  INMOBILIARIA: '6810.00',
  TECNOLOGÍA: '6201.00',
  CAFETALERA: '0127.00',
};

/** The activity that a company's name tells of, if it tells. */
export function activityOfName(nombre: string | undefined): Activity | undefined {
  const ciiu = MAIN_ACTIVITIES[nombre?.split(' ')[0] ?? ''];
  return ACTIVITIES.find((activity) => activity.ciiu === ciiu);
}

/** Marks the authority puts on a taxpayer. */
export const MARKS = [
  { codigo: 4, nombre: 'NO LOCALIZADO' },
  { codigo: 11, nombre: 'NIT EN PROCESO DE VERIFICACIÓN' },
  { codigo: 23, nombre: 'CONTRIBUYENTE SIN RATIFICACIÓN DE DATOS' },
  { codigo: 31, nombre: 'ALTA DE EMISOR FEL' },
] as const;

/** Special traits: what the taxpayer is beyond its affiliations. */
export const SPECIAL_TRAITS = [
  { codigo: 2, nombre: 'EMISOR DE FACTURA ELECTRÓNICA EN LÍNEA' },
  { codigo: 5, nombre: 'AGENTE DE RETENCIÓN DE IVA' },
  { codigo: 9, nombre: 'CONTRIBUYENTE ESPECIAL MEDIANO' },
  { codigo: 14, nombre: 'IMPORTADOR' },
  { codigo: 15, nombre: 'EXPORTADOR' },
  { codigo: 28, nombre: 'OBLIGADO A LLEVAR CONTABILIDAD COMPLETA' },
] as const;

/** Each names the form that was not filed, or none. */
export const DEFAULT_TEXTS = [
  'IVA GENERAL - DECLARACIÓN MENSUAL SAT-2237 - PERÍODO 05/2025 NO PRESENTADA',
  'IVA PEQUEÑO CONTRIBUYENTE - DECLARACIÓN MENSUAL SAT-2046 - PERÍODO 07/2025 NO PRESENTADA',
  'ISR OPCIONAL SIMPLIFICADO - DECLARACIÓN MENSUAL SAT-1311 - PERÍODO 06/2025 NO PRESENTADA',
  'ISR - DECLARACIÓN JURADA ANUAL SAT-1411 - PERÍODO 2024 NO PRESENTADA',
  'ISO - PAGO TRIMESTRAL SAT-1608 - PERÍODO 04/2025 A 06/2025 NO PRESENTADO',
  'NO HA RATIFICADO O ACTUALIZADO SUS DATOS EN EL RTU',
];
