const TYPES = `
LocalBusiness AnimalShelter ArchiveOrganization ChildCare DryCleaningOrLaundry EmploymentAgency InternetCafe Library
ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter TelevisionStation
TouristInformationCenter TravelAgency

MedicalBusiness CommunityHealth Dentist Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic
CovidTestingFacility Midwifery Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy
Physician IndividualPhysician PhysiciansOffice Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric
PublicHealth Hospital

AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer
MotorcycleRepair

EmergencyService FireStation PoliceStation

EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub

FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency

FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery

GovernmentOffice PostOffice

HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor

HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber
RoofingContractor

LegalService Attorney Notary

LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental

SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SportsClub StadiumOrArena TennisComplex

Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist
FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore
MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore
ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore
`;

/**
 * LocalBusiness of schema.org and its subtypes, in the order of its tree. Search engines accept only these types for a
 * business with an address and opening hours.
 */
export const LOCAL_BUSINESS_TYPES: readonly string[] = TYPES.trim().split(/\s+/);
